import type { Client } from '../../src/client.js';
import { UsageError } from '../output/errors.js';

const unknownAssessment = 'rwa-connection-check';

/**
 * Finds out, before anything is sent, that the service is there and takes the token: it asks for an
 * assessment that does not exist and expects `Not Found`. Throws a UsageError otherwise. Resolves
 * to the time that the answer took, in milliseconds.
 */
export async function probe(client: Client, url: string): Promise<number> {
  const startMs = performance.now();
  const retrieved = await client.retrieveRiskResult(unknownAssessment);
  const tookMs = performance.now() - startMs;
  if (retrieved.ok || retrieved.failure.code === 'not_found') return tookMs;
  const { code, message, httpStatus } = retrieved.failure;
  switch (code) {
    case 'unauthorized':
      throw new UsageError(
        `The service refused the company token: ${message}. Check RWA_TOKEN or --token-file, and that the token belongs to the environment of ${url}. Nothing was sent.`,
      );
    case 'not_sent':
      throw new UsageError(
        `${message}. Check the base URL ${url} and the network. Nothing was sent.`,
      );
    case 'busy':
      throw new UsageError(`The service is busy: ${message} Try again later. Nothing was sent.`);
    default:
      throw new UsageError(
        `${url} does not answer like the service${httpStatus === undefined ? '' : ` (HTTP ${httpStatus})`}: ${message} Check the base URL. Nothing was sent.`,
      );
  }
}
