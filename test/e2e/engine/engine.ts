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

// The tarball is unpacked inside the folder of n8n, so that the nodes import n8n's n8n-workflow and zod.
const { RWA_N8N_RUNTIME: runtime = '', RWA_PACKAGE: packageFolder = '' } = process.env;
const runtimeRequire = createRequire(join(runtime, 'package.json'));

/** n8n's engine, in the version of the lab or an older one. */
export const core = runtimeRequire('n8n-core') as {
  WorkflowExecute: new (
    additionalData: object,
    mode: string,
    runExecutionData: object,
  ) => { processRunExecutionData(workflow: Workflow): Promise<IRun> };
  ExecutionLifecycleHooks: new (mode: string, id: string, workflow: object) => object;
  DataDeduplicationService: { init(deduplicator: object): Promise<void> };
};

interface NodeContext {
  readonly workflow: { readonly id: string };
  readonly node: INode;
}
const processedData = new ProcessedData();
const createHelpers = ({ workflow, node }: NodeContext) =>
  processedData.createHelpers(`${workflow.id}/${node.id}`);
// Replaces the database table that n8n's server gives to the engine.
await core.DataDeduplicationService.init({
  checkProcessedAndRecord: (items: string[], _scope: string, context: NodeContext) =>
    createHelpers(context).checkProcessedAndRecord(items, 'node', { mode: 'entries' }),
  removeProcessed: (items: string[], _scope: string, context: NodeContext) =>
    createHelpers(context).removeProcessed(items, 'node', { mode: 'entries' }),
});

/** Creates a workflow ID for each sandbox, so that no node remembers the items of another test. */
export const createWorkflowId = ({ sandbox }: { sandbox: Pick<Sandbox, 'baseUrl'> }) =>
  `engine ${sandbox.baseUrl}`;

/** The n8n-workflow of this engine. */
export const n8nWorkflow = runtimeRequire('n8n-workflow') as {
  Workflow: new (parameters: object) => Workflow;
  /** Missing with n8n-core 1.122 and 2.0, which use plain data. */
  createRunExecutionData?: (options: object) => object;
};

export const typePrefix = 'n8n-nodes-remote-work-assessment.';

export function loadPackedNode(name: string): INodeType {
  const className = name.replace('rwa', 'Rwa');
  const file = join(packageFolder, 'dist', 'nodes', className, `${className}.node.js`);
  const module = runtimeRequire(file) as Record<string, new () => INodeType>;
  const Node = module[className];
  if (Node === undefined) throw new Error(`${file} does not export ${className}`);
  return new Node();
}

export const createStartNode = (
  items: readonly IDataObject[],
  files: readonly IBinaryKeyData[] = [],
): INodeType => ({
  description: createDescription('start', []),
  execute: () =>
    Promise.resolve([
      items.map((json, item) => {
        const binary = files[item];
        return { json, ...(binary && { binary }), pairedItem: { item } };
      }),
    ]),
});

/** A node that adds the value of its parameter `value`, like the Set node. */
const setNode: INodeType = {
  description: createDescription('set', [
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

/** Creates a node that returns its items only in its first `times` runs. */
const createLoopNode = (times: number): INodeType => ({
  description: createDescription('loop', []),
  execute() {
    const { $runIndex } = this.getWorkflowDataProxy(0);
    return Promise.resolve([($runIndex as number) < times ? this.getInputData() : []]);
  },
});

/** Creates a node description with only the parts that the engine needs. */
export function createDescription(
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

/** A node under test with its items, and how the engine runs it. */
export interface EngineRun {
  readonly sandbox: Pick<Sandbox, 'baseUrl'>;
  readonly node: string;
  readonly items: readonly IDataObject[];
  readonly files?: readonly IBinaryKeyData[];
  readonly parameters: INode['parameters'];
  readonly settings?: Partial<Pick<INode, 'onError' | 'retryOnFail' | 'maxTries'>>;
  /** The number of times that the error output leads back to the node. */
  readonly loops?: number;
  /** An expression that a node after each output evaluates for each item. */
  readonly valueBehind?: string;
  /** The data of a failed execution, for a retry like that of n8n's Retry button. */
  readonly retryOf?: IRunExecutionData;
}

/** The result of the workflow Start → the node → Set, with one Set for each output. */
export interface EngineResult {
  readonly error: Error | undefined;
  /** The items of the node's first run, by output. */
  readonly outputs: readonly (readonly INodeExecutionData[])[];
  /** The items of the first run of the Set node after each output; the last node is after the error output. */
  readonly behind: readonly (readonly INodeExecutionData[])[];
  readonly runs: number;
  /** The data that n8n saves about the execution. */
  readonly saved: IRunExecutionData;
}

export async function runInEngine(run: EngineRun): Promise<EngineResult> {
  const node = loadPackedNode(run.node);
  const types: Record<string, INodeType> = {
    start: createStartNode(run.items, run.files),
    set: setNode,
    loop: createLoopNode(run.loops ?? 0),
    [typePrefix + run.node]: node,
  };
  // The error output follows the outputs in the description.
  const outputCount = node.description.outputs.length + 1;
  const behind = Array.from({ length: outputCount }, (_, output) => `Behind ${output}`);
  const { parameters, settings = {}, valueBehind: value = '' } = run;
  const credentials = { remoteWorkAssessmentApi: { id: '1', name: 'sandbox' } };
  const nodes: INode[] = [
    createNode('Start', 'start', {}),
    {
      ...createNode('Node', typePrefix + run.node, parameters),
      credentials,
      waitBetweenTries: 10,
      ...settings,
    },
    ...behind.map((name) => createNode(name, 'set', { value })),
    createNode('Loop', 'loop', {}),
  ];
  const workflow = new n8nWorkflow.Workflow({
    id: createWorkflowId(run),
    nodes,
    connections: {
      Start: { main: [connectTo('Node')] },
      Node: {
        main: behind.map((name, output) => [
          ...connectTo(name),
          ...(run.loops !== undefined && output === outputCount - 1 ? connectTo('Loop') : []),
        ]),
      },
      Loop: { main: [connectTo('Node')] },
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
    run.retryOf === undefined ? createRunData(nodes[0]) : prepareRetry(run.retryOf, workflow);
  const engine = new core.WorkflowExecute(createAdditionalData(run), 'manual', runExecutionData);
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

// Like `retry` in n8n's ExecutionService for "Retry with currently saved workflow": drop
// the error and the failed run, and put the current nodes on the stack.
function prepareRetry(saved: IRunExecutionData, workflow: Workflow): IRunExecutionData {
  const data = JSON.parse(JSON.stringify(saved)) as IRunExecutionData;
  const { lastNodeExecuted = '', runData } = data.resultData;
  delete data.resultData.error;
  const runs = runData[lastNodeExecuted];
  if (runs?.at(-1)?.error !== undefined) runs.pop();
  for (const entry of data.executionData?.nodeExecutionStack ?? []) {
    entry.node = workflow.getNode(entry.node.name) ?? entry.node;
  }
  return data;
}

const connectTo = (node: string) => [{ node, type: 'main' as const, index: 0 }];

export function createNode(name: string, type: string, parameters: INode['parameters']): INode {
  return { id: name, name, type, typeVersion: 1, position: [0, 0], parameters };
}

/** Creates the data that n8n's server gives to the engine, with the credential of the sandbox. */
export function createAdditionalData({ sandbox }: Pick<EngineRun, 'sandbox'>) {
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

/** Creates the data of a run that begins at a node with one empty item. */
export function createRunData(startNode: INode | undefined): object {
  const data = {
    resultData: { runData: {} },
    executionData: {
      contextData: {},
      metadata: {},
      nodeExecutionStack: [{ node: startNode, data: { main: [[{ json: {} }]] }, source: null }],
      waitingExecution: {},
      waitingExecutionSource: {},
    },
  };
  return n8nWorkflow.createRunExecutionData?.(data) ?? data;
}
