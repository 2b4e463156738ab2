import type { Client } from '../../../src/client.js';
import { type Failure, hints } from '../../../src/failure.js';
import { asSentence } from '../intake/remarkText.js';
import { OperatingError } from '../errors.js';

const unknownAssessment = 'rwa-connection-check';

/**
 * Finds out, before anything is sent, that the service is there and takes the token: it asks for an
 * assessment that does not exist and expects `Not Found`. Throws an OperatingError otherwise. Once the
 * signal comes it resolves at once, and nothing is known of the service: the question changes nothing
 * there, so nobody needs its answer.
 */
export async function probe(client: Client, url: string, signal: AbortSignal): Promise<void> {
  const failure = await askService(client, signal);
  if (failure !== undefined) throw new OperatingError(refusal(failure, url));
}

/** The same question; resolves to what is wrong, and to nothing once the signal comes. */
export async function askService(
  client: Client,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const retrieved = await Promise.race([
    client.retrieveRiskResult(unknownAssessment, { signal }),
    aborted(signal),
  ]);
  if (signal.aborted || retrieved === undefined || retrieved.ok) return undefined;
  return retrieved.failure.code === 'not_found' ? undefined : retrieved.failure;
}

/** What is wrong with the service, and what to do about it. */
export function refusal(failure: Failure, url: string): string {
  const { code, message, hint, httpStatus } = failure;
  const nothingSent = 'Nothing was sent.';
  if (code === 'unauthorized') {
    return `The service refused the company token: ${asSentence(message)} Check RWA_TOKEN or --token-file, and that the token belongs to the environment of ${url}. ${nothingSent}`;
  }
  if (code === 'not_sent') {
    const advice = hint === hints.not_sent ? `Check the base URL ${url} and the network.` : hint;
    return `${asSentence(message)} ${advice} ${nothingSent}`;
  }
  if (code === 'busy') {
    return `The service is busy: ${asSentence(message)} Try again later. ${nothingSent}`;
  }
  if (isAway(failure)) {
    return `The service gives no usable answer: ${asSentence(message)} Try again later; if it stays so, check the base URL ${url} and the network. ${nothingSent}`;
  }
  const status = httpStatus === undefined || httpStatus === 200 ? '' : ` (HTTP ${httpStatus})`;
  return `${url} does not answer like the service${status}: ${asSentence(message)} Check the base URL. ${nothingSent}`;
}

/** What a gateway says in place of a service that it does not reach. */
const gatewayStatuses: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Whether the service may be there later without anybody's doing: it was not reached, gave no answer,
 * or said that it is busy. A refused token, a proxy that wants a password and a web page in place of
 * the service stay what they are.
 */
export function isAway({ code, retryCanHelp, httpStatus }: Failure): boolean {
  if (code === 'not_sent') return retryCanHelp;
  if (code === 'busy') return true;
  return code === 'no_answer' && (httpStatus === undefined || gatewayStatuses.has(httpStatus));
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve(undefined);
    });
    if (signal.aborted) resolve(undefined);
  });
}
