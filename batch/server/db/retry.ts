import { setTimeout as sleep } from 'node:timers/promises';
import type { Timing } from '../../../src/transport.js';
import { systemTiming } from '../../http/timing.js';
import { isTransient } from './errors.js';
import { withWaitLimit } from './waitLimit.js';

const firstPauseMs = 10;
const maxPauseMs = 1_000;
/** A failover takes some seconds, and a restart of the server less than a minute. */
const defaultPatienceMs = 60_000;

export type Clock = Pick<Timing, 'now' | 'elapsed' | 'sleep' | 'random'>;

/** Pauses of this clock do not keep the process from ending. */
export const realTime: Clock = {
  ...systemTiming,
  sleep: (ms) => sleep(ms, undefined, { ref: false }),
};

export interface RetryOptions {
  readonly limitMs: number;
  readonly mayRetry: (error: unknown) => boolean;
  readonly timing?: Clock | undefined;
}

/** `work` gets the time that is left. Pauses have jitter, so that two transactions do not collide again. */
export async function retry<T>(
  work: (leftMs: number) => Promise<T>,
  { limitMs, mayRetry, timing = systemTiming }: RetryOptions,
): Promise<T> {
  const { sleep, random, elapsed = timing.now } = timing;
  const untilMs = elapsed() + limitMs;
  let pauseMs = firstPauseMs;
  const attempt = () => work(Math.max(untilMs - elapsed(), 1));
  const assertRepeatable = (error: unknown, endMs: number) => {
    if (!mayRetry(error) || elapsed() + pauseMs > endMs) throw error;
  };
  try {
    return await attempt();
  } catch (error) {
    assertRepeatable(error, untilMs);
  }
  // After the first failure, the pauses count against the wait limit, too.
  return withWaitLimit(untilMs - elapsed(), async (leftMs) => {
    const endMs = elapsed() + leftMs;
    for (;;) {
      await sleep(pauseMs * (0.5 + random()));
      pauseMs = Math.min(2 * pauseMs, maxPauseMs);
      try {
        return await attempt();
      } catch (error) {
        assertRepeatable(error, endMs);
      }
    }
  });
}

/** `work` must be idempotent. Throws the last transient error when the time is over. */
export function retryWhileUnavailable<T>(
  work: () => Promise<T>,
  timing: Clock = realTime,
  patienceMs = defaultPatienceMs,
): Promise<T> {
  return retry(work, { limitMs: patienceMs, mayRetry: isTransient, timing });
}
