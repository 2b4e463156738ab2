import { createRequire } from 'node:module';
import { join } from 'node:path';
import type {
  IBinaryKeyData,
  IDataObject,
  INode,
  INodeExecutionData,
  INodeType,
  IRun,
  IRunExecutionData,
  Workflow,
} from 'n8n-workflow';
import type { Sandbox } from '../../../sandbox/sandbox.js';
import { ProcessedData } from '../../nodes/processedData.js';

// n8n, and the unpacked tarball inside its folder, so that the nodes get n8n's n8n-workflow and zod.
const { RWA_N8N_RUNTIME: runtime = '', RWA_PACKAGE: packageFolder = '' } = process.env;
const runtimeRequire = createRequire(join(runtime, 'package.json'));

/** n8n's engine, from the lab. */
export const core = runtimeRequire('n8n-core') as {
  WorkflowExecute: new (
    additionalData: object,
    mode: string,
    runExecutionData: object,
  ) => { processRunExecutionData(workflow: Workflow): Promise<IRun> };
  ExecutionLifecycleHooks: new (mode: string, id: string, workflow: object) => object;
  DataDeduplicationService: { init(deduplicator: object): Promise<void> };
};

interface Deduplicated {
  readonly workflow: { readonly id: string };
  readonly node: INode;
}
const processedData = new ProcessedData();
const helpersFor = ({ workflow, node }: Deduplicated) =>
  processedData.helpersFor(`${workflow.id}/${node.id}`);
// Stands for the table in n8n's database that its server gives to the engine.
await core.DataDeduplicationService.init({
  checkProcessedAndRecord: (items: string[], _scope: string, about: Deduplicated) =>
    helpersFor(about).checkProcessedAndRecord(items, 'node', { mode: 'entries' }),
  removeProcessed: (items: string[], _scope: string, about: Deduplicated) =>
    helpersFor(about).removeProcessed(items, 'node', { mode: 'entries' }),
});

/** The workflow of a test. Each test has its own, as it has its own sandbox. */
export const workflowId = ({ sandbox }: { sandbox: Pick<Sandbox, 'baseUrl'> }) =>
  `engine ${sandbox.baseUrl}`;
/** The n8n-workflow of that engine. */
export const n8nWorkflow = runtimeRequire('n8n-workflow') as {
  Workflow: new (parameters: object) => Workflow;
  /** Not in n8n-core 1.122 and 2.0, which take the data as it is. */
  createRunExecutionData?: (options: object) => object;
};

/** What n8n puts before the names of our node types. */
export const typePrefix = 'n8n-nodes-remote-work-assessment.';

/** A node of the packed package, by its name. */
export function packedNode(name: string): INodeType {
  const className = name.replace('rwa', 'Rwa');
  const file = join(packageFolder, 'dist', 'nodes', className, `${className}.node.js`);
  const module = runtimeRequire(file) as Record<string, new () => INodeType>;
  const Node = module[className];
  if (Node === undefined) throw new Error(`${file} does not export ${className}`);
  return new Node();
}

/** Gives the workflow its items, with the files of each. */
export const start = (
  items: readonly IDataObject[],
  files: readonly IBinaryKeyData[] = [],
): INodeType => ({
  description: simpleDescription('start', []),
  execute: () =>
    Promise.resolve([
      items.map((json, item) => {
        const binary = files[item];
        return { json, ...(binary && { binary }), pairedItem: { item } };
      }),
    ]),
});

/** Adds what its parameter `value` evaluates to, as the Set node does. */
const set: INodeType = {
  description: simpleDescription('set', [
    { displayName: 'Value', name: 'value', type: 'string', default: '' },
  ]),
  execute() {
    const items: INodeExecutionData[] = this.getInputData().map(({ json }, item) => ({
      json: { ...json, value: this.getNodeParameter('value', item) as string },
      pairedItem: { item },
    }));
    return Promise.resolve([items]);
  },
};

/** Returns its items, as a Wait node does, a number of times. */
const loop = (times: number): INodeType => ({
  description: simpleDescription('loop', []),
  execute() {
    const { $runIndex } = this.getWorkflowDataProxy(0);
    return Promise.resolve([($runIndex as number) < times ? this.getInputData() : []]);
  },
});

/** As much of a description as n8n's engine asks for. */
export function simpleDescription(
  name: string,
  properties: INodeType['description']['properties'],
): INodeType['description'] {
  return {
    displayName: name,
    name,
    group: [],
    version: 1,
    description: '',
    defaults: {},
    inputs: ['main'],
    outputs: ['main'],
    properties,
  };
}

export interface EngineRun {
  readonly sandbox: Pick<Sandbox, 'baseUrl'>;
  readonly node: string;
  readonly items: readonly IDataObject[];
  readonly files?: readonly IBinaryKeyData[];
  readonly parameters: INode['parameters'];
  readonly settings?: Partial<Pick<INode, 'onError' | 'retryOnFail' | 'maxTries'>>;
  /** Leads the error output back to the node, this often. */
  readonly loops?: number;
  /** An expression that a node behind the outputs evaluates for each item. */
  readonly valueBehind?: string;
  /** The data of a failed execution, as n8n's Retry button uses them. */
  readonly retryOf?: IRunExecutionData;
}

/** The result of n8n's engine for Start → the node → Set, one Set for each output. */
export interface EngineResult {
  readonly error: Error | undefined;
  /** Items by output of the node. */
  readonly outputs: readonly (readonly INodeExecutionData[])[];
  /** The items of the nodes behind each output; the last one is behind the error output. */
  readonly behind: readonly (readonly INodeExecutionData[])[];
  /** How often the node ran. */
  readonly runs: number;
  /** The data that n8n saves about the execution. */
  readonly saved: IRunExecutionData;
}

export async function runInEngine(run: EngineRun): Promise<EngineResult> {
  const node = packedNode(run.node);
  const types: Record<string, INodeType> = {
    start: start(run.items, run.files),
    set,
    loop: loop(run.loops ?? 0),
    [typePrefix + run.node]: node,
  };
  const outputs = node.description.outputs.length + 1;
  const behind = Array.from({ length: outputs }, (_, output) => `Behind ${output}`);
  const { parameters, settings = {}, valueBehind: value = '' } = run;
  const credentials = { remoteWorkAssessmentApi: { id: '1', name: 'sandbox' } };
  const nodes: INode[] = [
    nodeOf('Start', 'start', {}),
    {
      ...nodeOf('Node', typePrefix + run.node, parameters),
      credentials,
      waitBetweenTries: 10,
      ...settings,
    },
    ...behind.map((name) => nodeOf(name, 'set', { value })),
    nodeOf('Loop', 'loop', {}),
  ];
  const workflow = new n8nWorkflow.Workflow({
    id: workflowId(run),
    nodes,
    connections: {
      Start: { main: [to('Node')] },
      Node: {
        main: behind.map((name, output) => [
          ...to(name),
          ...(run.loops !== undefined && output === outputs - 1 ? to('Loop') : []),
        ]),
      },
      Loop: { main: [to('Node')] },
    },
    active: false,
    settings: { executionOrder: 'v1' },
    nodeTypes: {
      getByName: (type: string) => types[type],
      getByNameAndVersion: (type: string) => types[type],
      getKnownTypes: () => ({}),
    },
  });
  const runExecutionData =
    run.retryOf === undefined ? freshRun(nodes[0]) : retried(run.retryOf, workflow);
  const engine = new core.WorkflowExecute(additionalData(run), 'manual', runExecutionData);
  const { data } = await engine.processRunExecutionData(workflow);
  const { runData, error } = data.resultData;
  const itemsByOutput = (name: string) =>
    (runData[name]?.[0]?.data?.main ?? []).map((items) => items ?? []);
  return {
    error,
    outputs: itemsByOutput('Node'),
    behind: behind.map((name) => itemsByOutput(name)[0] ?? []),
    runs: runData.Node?.length ?? 0,
    saved: data,
  };
}

// What `retry` of n8n's ExecutionService does with "Retry with currently saved workflow": it drops
// the error and the run that failed, and puts the nodes as they are now on the stack.
function retried(saved: IRunExecutionData, workflow: Workflow): IRunExecutionData {
  const data = JSON.parse(JSON.stringify(saved)) as IRunExecutionData;
  const { lastNodeExecuted = '', runData } = data.resultData;
  delete data.resultData.error;
  const runs = runData[lastNodeExecuted];
  if (runs?.at(-1)?.error !== undefined) runs.pop();
  for (const stacked of data.executionData?.nodeExecutionStack ?? []) {
    stacked.node = workflow.getNode(stacked.node.name) ?? stacked.node;
  }
  return data;
}

const to = (node: string) => [{ node, type: 'main' as const, index: 0 }];
/** A node of a workflow; its name is its id. */
export function nodeOf(name: string, type: string, parameters: INode['parameters']): INode {
  return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters };
}

/** What n8n's server gives to the engine, with the sandbox's credential. */
export function additionalData({ sandbox }: Pick<EngineRun, 'sandbox'>) {
  const credentialsHelper = {
    getParentTypes: () => [],
    isCredentialUsableByNode: () => true,
    getDecrypted: () => Promise.resolve({ baseUrl: sandbox.baseUrl, token: 'sandbox-token' }),
    preAuthentication: () => Promise.resolve(undefined),
    authenticate: (credential: { token: string }, _type: string, request: { headers?: object }) =>
      Promise.resolve({
        ...request,
        headers: { ...request.headers, Authorization: `Bearer ${credential.token}` },
      }),
  };
  return {
    credentialsHelper,
    hooks: new core.ExecutionLifecycleHooks('manual', '1', { id: 'engine', nodes: [] }),
    executionId: '1',
    currentNodeExecutionIndex: 0,
    variables: {},
    formWaitingBaseUrl: 'http://localhost/form',
    webhookWaitingBaseUrl: 'http://localhost/webhook',
  };
}

/** The data of a run that begins at a node, with one empty item. */
export function freshRun(first: INode | undefined): object {
  const fresh = {
    resultData: { runData: {} },
    executionData: {
      contextData: {},
      metadata: {},
      nodeExecutionStack: [{ node: first, data: { main: [[{ json: {} }]] }, source: null }],
      waitingExecution: {},
      waitingExecutionSource: {},
    },
  };
  return n8nWorkflow.createRunExecutionData?.(fresh) ?? fresh;
}
