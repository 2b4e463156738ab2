import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { type BaseUrl, readBaseUrl } from '../../src/baseUrl.js';
import { Client } from '../../src/client.js';
import type { OperationName } from '../../src/operations.js';
import type { Timing, Transport } from '../../src/transport.js';
import { type Credential, credentialName, readCredential } from './credential.js';
import { type SharedOptions, readOptions } from './options.js';
import { createTiming } from './timing.js';
import { createTransport } from './transport.js';

/** The context and operation of a node, for the errors of its items. */
export interface Work {
  readonly context: IExecuteFunctions;
  readonly operation: OperationName;
}

/** One run of a node. */
export interface Session extends Work {
  readonly client: Client;
  readonly options: SharedOptions;
  /** Aborts when the execution is cancelled. */
  readonly signal: AbortSignal | undefined;
}

/** Begins a run with the node's credential. Throws if its base URL or an option cannot be used. */
export async function openSession(work: Work): Promise<Session> {
  const options = readOptions(work.context, work.operation);
  const { signal, ...ports } = await openConnection(work.context, options.timeoutMs);
  return {
    ...work,
    client: new Client(ports),
    options,
    signal,
  };
}

export interface Connection {
  readonly baseUrl: BaseUrl;
  readonly transport: Transport;
  readonly timing: Timing;
  /** Aborts when the execution is cancelled. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Opens a connection with the node's credential. Throws if its base URL cannot be used, or if the
 * credential has expressions that give items different values.
 */
export async function openConnection(
  context: IExecuteFunctions,
  timeoutMs: number,
): Promise<Connection> {
  const credential = await readSharedCredential(context);
  const read = readBaseUrl(credential.baseUrl);
  if (!read.ok) {
    throw new NodeOperationError(context.getNode(), read.message, {
      description: 'Correct the base URL in the credential. Nothing was sent.',
    });
  }
  const signal = context.getExecutionCancelSignal();
  const transport = createTransport(context, credential, timeoutMs);
  return { baseUrl: read.baseUrl, transport, timing: createTiming(signal), signal };
}

const sharedCredentials = new WeakMap<IExecuteFunctions, Promise<Credential>>();

/** Reads the credential only once, although each workbook of a run has its own connection. */
function readSharedCredential(context: IExecuteFunctions): Promise<Credential> {
  let credential = sharedCredentials.get(context);
  if (credential === undefined) {
    credential = readCredentialForAllItems(context);
    sharedCredentials.set(context, credential);
  }
  return credential;
}

/** One connection serves all items, so an item with another token would be sent to a wrong company. */
async function readCredentialForAllItems(context: IExecuteFunctions): Promise<Credential> {
  const readFor = async (itemIndex: number) =>
    readCredential(await context.getCredentials<Credential>(credentialName, itemIndex));
  const shared = await readFor(0);
  for (const itemIndex of context.getInputData().keys()) {
    if (itemIndex === 0) continue;
    const { baseUrl, token } = await readFor(itemIndex);
    if (baseUrl === shared.baseUrl && token === shared.token) continue;
    const message = `The credential has another base URL or token for item ${itemIndex + 1} than for item 1`;
    throw new NodeOperationError(context.getNode(), message, {
      description:
        'Use a separate node and credential for each company, or one execution for each company. Nothing was sent.',
    });
  }
  return shared;
}
