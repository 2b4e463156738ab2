import { type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { readBaseUrl } from '../../src/baseUrl.js';
import { Client } from '../../src/client.js';
import { type Credential, credentialName, readCredential } from './credential.js';
import { type SharedOptions, readOptions } from './options.js';
import { timingOf } from './timing.js';
import { transportOf } from './transport.js';

/** One run of a node: n8n's side, the service's side, and the options that hold for all items. */
export interface Session {
  readonly context: IExecuteFunctions;
  readonly client: Client;
  readonly options: SharedOptions;
  /** Set when the execution is cancelled. */
  readonly signal: AbortSignal | undefined;
}

/** Begins a run with the node's credential. Throws when its base URL cannot be used. */
export async function openSession(context: IExecuteFunctions): Promise<Session> {
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
    transport: transportOf(context, credential.token, options.timeoutMs),
    timing: timingOf(signal),
  });
  return { context, client, options, signal };
}
