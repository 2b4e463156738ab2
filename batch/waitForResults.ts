import { checkCount, checkTime } from '../src/callLimits.js';
import type { Waited } from '../src/resultPoller.js';
import { waitForResults as waitForAll } from '../src/waiting.js';
import type { Client } from './client.js';
import { systemTiming } from './http/timing.js';

/** Limits and a cancel signal for {@link waitForResults}. */
export interface WaitOptions {
  /** The unit of the pauses between two polls of one assessment, in milliseconds; default 2 s. */
  readonly intervalMs?: number;
  /**
   * The time limit for one assessment, in milliseconds; default 10 min. With 0, each assessment is
   * polled once.
   */
  readonly timeoutMs?: number;
  /** The maximum number of polls in flight, default 5. */
  readonly concurrency?: number;
  /** Ends the wait: assessments that have neither a result nor a failure yet are `pending`. */
  readonly signal?: AbortSignal;
}

/**
 * The outcome is `ready` with the result, `failed` with the failure, or `pending` if there is
 * neither at the timeout. Rejects with a RangeError for impossible limits, and with a TypeError for
 * a single ID.
 */
export async function waitForResults(
  client: Pick<Client, 'retrieveRiskResult'>,
  // Without `object`, a string would be allowed, because its characters are iterable.
  assessmentIds: Iterable<string> & object,
  options: WaitOptions = {},
): Promise<Map<string, Waited>> {
  if (typeof assessmentIds === 'string') {
    throw new TypeError('assessmentIds is a text; it must be a list, such as [assessmentId].');
  }
  const { signal, intervalMs = 1, timeoutMs = 1, concurrency = 1 } = options;
  checkTime('intervalMs', intervalMs);
  if (timeoutMs !== 0) checkTime('timeoutMs', timeoutMs);
  checkCount('concurrency', concurrency);
  return waitForAll(assessmentIds, {
    ...options,
    timing: systemTiming,
    retrieve: (assessmentId) => client.retrieveRiskResult(assessmentId, { signal }),
  });
}
