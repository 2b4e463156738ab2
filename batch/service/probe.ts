import type { Client } from '../../src/client.js';
import { hints } from '../../src/failure.js';
import { asSentence } from '../intake/remarkText.js';
import { UsageError } from '../output/errors.js';

const unknownAssessment = 'rwa-connection-check';

/**
 * Finds out, before anything is sent, that the service is there and takes the token: it asks for an
 * assessment that does not exist and expects `Not Found`. Throws a UsageError otherwise. Once the
 * signal comes it resolves at once, and nothing is known of the service: the question changes nothing
 * there, so nobody needs its answer.
 */
export async function probe(client: Client, url: string, signal: AbortSignal): Promise<void> {
  const retrieved = await Promise.race([
    client.retrieveRiskResult(unknownAssessment, { signal }),
    aborted(signal),
  ]);
  if (signal.aborted || retrieved === undefined) return;
  if (retrieved.ok || retrieved.failure.code === 'not_found') return;
  const { code, message, hint, httpStatus } = retrieved.failure;
  const nothingSent = 'Nothing was sent.';
  if (code === 'unauthorized') {
    throw new UsageError(
      `The service refused the company token: ${asSentence(message)} Check RWA_TOKEN or --token-file, and that the token belongs to the environment of ${url}. ${nothingSent}`,
    );
  }
  if (code === 'not_sent') {
    const advice = hint === hints.not_sent ? `Check the base URL ${url} and the network.` : hint;
    throw new UsageError(`${asSentence(message)} ${advice} ${nothingSent}`);
  }
  if (code === 'busy') {
    throw new UsageError(
      `The service is busy: ${asSentence(message)} Try again later. ${nothingSent}`,
    );
  }
  const status = httpStatus === undefined || httpStatus === 200 ? '' : ` (HTTP ${httpStatus})`;
  throw new UsageError(
    `${url} does not answer like the service${status}: ${asSentence(message)} Check the base URL. ${nothingSent}`,
  );
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => {
      resolve(undefined);
    });
    if (signal.aborted) resolve(undefined);
  });
}
