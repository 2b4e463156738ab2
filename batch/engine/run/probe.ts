import type { Client } from '../../../src/client.js';
import { type Failure, hints } from '../../../src/failure.js';
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
  if (failure !== undefined)
    throw new OperatingError({ code: 'serviceUnusable', service: url, failure });
}

/**
 * The same request; resolves to what is wrong, or to undefined if nothing is or the signal was
 * aborted.
 */
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

/**
 * Whether the service may be there later without anybody's doing: it was not reached, gave no answer
 * or half of one, failed (HTTP 500 or more), or said that it is busy. A refused token, a proxy that
 * wants a password and a web page in place of the service stay what they are.
 */
export function isAway({ code, retryCanHelp, httpStatus, hint }: Failure): boolean {
  if (code === 'not_sent') return retryCanHelp;
  if (code === 'busy') return true;
  if (code !== 'no_answer') return false;
  if (httpStatus === undefined || httpStatus >= 500) return true;
  // Another hint than to try again says that the answer came from something else.
  return httpStatus < 300 && hint === hints.no_answer;
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve(undefined);
    });
    if (signal.aborted) resolve(undefined);
  });
}
