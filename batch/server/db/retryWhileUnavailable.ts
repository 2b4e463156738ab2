import { setTimeout as sleep } from 'node:timers/promises';
import type { Timing } from '../../../src/transport.js';
import { isTransient } from './errors.js';

const defaultPatienceMs = 60_000;
const firstPauseMs = 50;
const longestPauseMs = 2_000;

/** A clock and a pause; tests replace them. */
export type Time = Pick<Timing, 'now' | 'elapsed' | 'sleep'>;

/** The clock of the machine. Its pauses do not keep the process alive. */
export const realTime: Time = {
  now: () => performance.now(),
  sleep: (ms) => sleep(ms, undefined, { ref: false }),
};

/**
 * Repeats idempotent work while the database is unavailable, for at most `patienceMs`. Throws all other errors, and
 * the last one when the time is over.
 */
export async function retryWhileUnavailable<T>(
  work: () => Promise<T>,
  time: Time = realTime,
  patienceMs = defaultPatienceMs,
): Promise<T> {
  const elapsed = time.elapsed ?? time.now;
  const untilMs = elapsed() + patienceMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || elapsed() > untilMs) throw error;
    }
    await time.sleep(pauseMs);
  }
}
