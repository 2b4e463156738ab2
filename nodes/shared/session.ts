import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { readBaseUrl } from '../../src/baseUrl.js';
import { Client } from '../../src/client.js';
import type { OperationName } from '../../src/operations.js';
import { type Credential, credentialName, readCredential } from './credential.js';
import { type SharedOptions, readOptions } from './options.js';
import { timingOf } from './timing.js';
import { transportOf } from './transport.js';

/** What a node does, and for whom: enough to word the errors of its items. */
export interface Work {
  readonly context: IExecuteFunctions;
  /** The node's own operation. */
  readonly operation: OperationName;
}

/** One run of a node: n8n's side, the service's side, and the options that hold for all items. */
export interface Session extends Work {
  readonly client: Client;
  readonly options: SharedOptions;
  /** Set when the execution is cancelled. */
  readonly signal: AbortSignal | undefined;
}

/** Begins a run with the node's credential. Throws when its base URL cannot be used. */
export async function openSession(work: Work): Promise<Session> {
  const { context } = work;
  const credential = readCredential(await context.getCredentials<Credential>(credentialName));
  const read = readBaseUrl(credential.baseUrl);
  if (!read.ok) {
    throw new NodeOperationError(context.getNode(), read.message, {
      description: 'Correct the base URL in the credential. Nothing was sent.',
    });
  }
  const options = readOptions(context);
  const signal = context.getExecutionCancelSignal();
  const client = new Client({
    baseUrl: read.baseUrl,
    transport: transportOf(context, credential, options.timeoutMs),
    timing: timingOf(signal),
  });
  return { ...work, client, options, signal };
}
