import type { Timing } from '../../../src/transport.js';
import { systemTiming } from '../../http/timing.js';

const firstPauseMs = 10;
const longestPauseMs = 500;

/** How long work is repeated, after which errors, and with which clock. */
export interface RetryOptions {
  readonly limitMs: number;
  readonly mayRetry: (error: unknown) => boolean;
  /** The simulation replaces it. */
  readonly timing?: Timing | undefined;
}

/**
 * Repeats work until it succeeds, fails in a way that stays, or the time is over. Pauses have jitter, so that two
 * transactions that collided do not collide again. `work` gets the time that is left.
 */
export async function retry<T>(
  work: (leftMs: number) => Promise<T>,
  { limitMs, mayRetry, timing = systemTiming }: RetryOptions,
): Promise<T> {
  const { sleep, random, elapsed = timing.now } = timing;
  const untilMs = elapsed() + limitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const leftMs = untilMs - elapsed();
    try {
      return await work(Math.max(leftMs, 1));
    } catch (error) {
      if (!mayRetry(error) || elapsed() + pauseMs > untilMs) throw error;
    }
    await sleep(pauseMs * (0.5 + random()));
  }
}
