import {
  type IDataObject,
  type IExecuteFunctions,
  type IHttpRequestOptions,
  type INode,
  type INodeExecutionData,
  type INodeType,
  type JsonObject,
  NodeApiError,
  NodeOperationError,
  type NodeExecutionHint,
} from 'n8n-workflow';
import type { Sandbox } from '../../sandbox/sandbox.js';
import { ProcessedData } from './processedData.js';

/** Parameters of a node. A function is an expression, and is evaluated for each item. */
export type Parameters = Record<string, unknown>;

/** An execution of a node outside n8n. */
export interface Run {
  readonly node: INodeType;
  readonly sandbox: Pick<Sandbox, 'baseUrl'>;
  readonly items: readonly IDataObject[];
  readonly parameters: Parameters;
  readonly onError?: INode['onError'];
  readonly token?: string;
  /** The tokens of the items, if an expression in the credential gives them different ones. */
  readonly tokens?: readonly string[];
  readonly signal?: AbortSignal;
  /** The node's context. Pass the same object again for another attempt or run in the same execution. */
  readonly context?: IDataObject;
  readonly runIndex?: number;
  /** The data that n8n stores across executions. Pass the same object again for a later execution. */
  readonly processedData?: ProcessedData;
  /** Undefined for a workflow that was never saved. If the property is missing, the workflow has an ID. */
  readonly workflowId?: string | undefined;
  /** Receives the hints of the node. */
  readonly hints?: string[];
  /** The arguments of a tool call, instead of items. */
  readonly toolCall?: IDataObject;
  /** True if the node is the tool of an agent of version 3, which puts the arguments into the item. */
  readonly isTool?: boolean;
  /** The type of the node that calls the tool. */
  readonly caller?: string;
  /** True if `$fromAI` does not find the arguments of the call. */
  readonly isMissingArguments?: boolean;
  readonly nodeName?: string;
  /** The ID of the node. A copied node has a different ID. */
  readonly nodeId?: string;
  readonly settings?: Partial<Pick<INode, 'retryOnFail' | 'maxTries'>>;
  /** The file of each item, in the binary field `data`. */
  readonly files?: readonly NodeFile[];
  /** The data that n8n saves with the workflow. Pass the same object again for a later execution. */
  readonly staticData?: IDataObject;
  /** Receives the lines that the node logs. */
  readonly log?: string[];
}

export interface NodeFile {
  readonly fileName: string;
  readonly bytes: Uint8Array;
}

/** Executes a node outside n8n, with real HTTP requests. Returns the first output. */
export async function runNode(run: Run): Promise<INodeExecutionData[]> {
  const [output = []] = await runForOutputs(run);
  return output;
}

/** Returns the message and the description of a node's error. Throws if the node succeeds. */
export async function runFailing(work: () => Promise<unknown>): Promise<string> {
  const error: unknown = await work().then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (error === undefined) throw new Error('The node did not fail.');
  const { message, description = '' } = error as Error & { description?: string };
  return `${message} ${description}`.trim();
}

/** Executes a node as {@link runNode} does. Returns all outputs. */
export async function runForOutputs(run: Run): Promise<INodeExecutionData[][]> {
  return (await run.node.execute?.call(createContext(run))) as INodeExecutionData[][];
}

/** Returns the part of n8n's context that nodes use. */
function createContext(run: Run): IExecuteFunctions {
  const { items, onError, context = {}, sandbox, token = 'sandbox-token', signal, toolCall } = run;
  const { name } = run.node.description;
  const type = toolCall === undefined && run.isTool !== true ? name : `${name}Tool`;
  const node: INode = {
    id: run.nodeId ?? 'node',
    name: run.nodeName ?? 'Node under test',
    type,
    typeVersion: 1,
    position: [0, 0],
    parameters: run.parameters as INode['parameters'],
    ...(onError === undefined ? {} : { onError }),
    ...run.settings,
  };
  const provided = {
    getInputData: (_inputIndex = 0, type = toolCall ? 'ai_tool' : 'main') => {
      if (toolCall === undefined) return type === 'main' ? items.map((json) => ({ json })) : [];
      return type === 'ai_tool' ? [{ json: toolCall }] : [];
    },
    getNode: () => node,
    getNodeParameter: (name: string, itemIndex: number, fallback?: unknown) =>
      readParameter(run, name, itemIndex, fallback),
    getContext: () => context,
    getWorkflowStaticData: () => run.staticData ?? {},
    getWorkflow: () => ({ id: createWorkflowId(run), active: false }),
    // For a tool, n8n returns the node that calls the tool.
    getExecuteData: () => ({ node: { ...node, name: 'Agent', type: run.caller ?? 'agent' } }),
    getWorkflowDataProxy: () => ({
      $runIndex: run.runIndex ?? 0,
      $fromAI: (key: string) => (run.isMissingArguments === true ? undefined : toolCall?.[key]),
    }),
    getNextRunIndex: () => 1,
    getCredentials: (_name: string, itemIndex = 0) =>
      Promise.resolve({ baseUrl: sandbox.baseUrl, token: run.tokens?.[itemIndex] ?? token }),
    getExecutionId: () => '1',
    getExecutionCancelSignal: () => signal,
    addExecutionHints: (...hints: readonly NodeExecutionHint[]) =>
      void run.hints?.push(...hints.map(({ message }) => message)),
    logger: { info: (line: string) => void run.log?.push(line) },
    continueOnFail: () => onError !== undefined && onError !== 'stopWorkflow',
    helpers: {
      httpRequestWithAuthentication: (_credential: string, request: IHttpRequestOptions) =>
        send(node, request, token, signal),
      ...createFileHelpers(node, run.files ?? []),
      ...(run.processedData ?? new ProcessedData()).createHelpers(node.id),
    },
  };
  return provided as unknown as IExecuteFunctions;
}

/**
 * The ID contains the port of the sandbox, because a node keeps its memory by workflow, and each sandbox
 * has its own assessments.
 */
function createWorkflowId(run: Run): string | undefined {
  const { workflowId = 'workflow', sandbox } = run;
  const isSaved = !('workflowId' in run) || run.workflowId !== undefined;
  return isSaved ? `${workflowId} on ${new URL(sandbox.baseUrl).port}` : undefined;
}

/** Encodes files as latin1, which is faster than n8n's base64. */
function createFileHelpers(node: INode, files: readonly NodeFile[]) {
  const findFile = (itemIndex: number, field: string) => {
    const file = field === 'data' ? files[itemIndex] : undefined;
    if (file !== undefined) return file;
    const message = `This operation expects the node's input data to contain a binary file '${field}', but none was found [item ${itemIndex}]`;
    throw new NodeOperationError(node, message);
  };
  return {
    assertBinaryData: (itemIndex: number, field: string) => {
      const { fileName } = findFile(itemIndex, field);
      return { fileName, mimeType: 'application/vnd.test' };
    },
    getBinaryDataBuffer: (itemIndex: number, field: string) =>
      Promise.resolve(Buffer.from(findFile(itemIndex, field).bytes)),
    prepareBinaryData: (bytes: Buffer, fileName: string, mimeType: string) =>
      Promise.resolve({ data: bytes.toString('latin1'), fileName, mimeType }),
  };
}

export function readOutputFile({ binary = {} }: INodeExecutionData, field = 'data'): NodeFile {
  const { data = '', fileName = '' } = binary[field] ?? {};
  return { fileName, bytes: Buffer.from(data, 'latin1') };
}

function readParameter(
  { node, parameters }: Run,
  name: string,
  itemIndex: number,
  fallback: unknown,
) {
  const [outer = '', inner] = name.split('.');
  const given = parameters[outer];
  const value = inner === undefined ? given : (given as Parameters | undefined)?.[inner];
  if (typeof value === 'function') return (value as (itemIndex: number) => unknown)(itemIndex);
  // For an option of a collection, n8n returns the stored value or the fallback, and throws without either.
  if (inner !== undefined && value === undefined && fallback === undefined) {
    throw new Error(`Could not get parameter "${name}"`);
  }
  if (inner !== undefined) return value ?? fallback;
  const property = node.description.properties.find((candidate) => candidate.name === name);
  return (
    value ?? (property?.type === 'resourceLocator' ? fallback : (property?.default ?? fallback))
  );
}

async function send(
  node: INode,
  { url, body, headers, timeout = 60_000 }: IHttpRequestOptions,
  token: string,
  signal: AbortSignal | undefined,
) {
  try {
    const response = await fetch(url, {
      method: 'POST',
      body: body as string,
      headers: { ...(headers as Record<string, string>), Authorization: `Bearer ${token}` },
      signal: AbortSignal.any([AbortSignal.timeout(timeout), ...(signal ? [signal] : [])]),
    });
    return {
      statusCode: response.status,
      headers: Object.fromEntries(response.headers),
      body: await response.text(),
    };
  } catch (error) {
    throw new NodeApiError(node, error as JsonObject);
  }
}
