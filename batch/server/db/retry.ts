import { setTimeout as sleep } from 'node:timers/promises';

const firstPauseMs = 10;
const longestPauseMs = 500;

/**
 * Repeats work until it succeeds, fails in a way that stays, or the time is over. Pauses have jitter, so that two
 * transactions that collided do not collide again. `work` gets the time that is left.
 */
export async function retry<T>(
  work: (leftMs: number) => Promise<T>,
  { limitMs, mayRetry }: { readonly limitMs: number; mayRetry: (error: unknown) => boolean },
): Promise<T> {
  const untilMs = performance.now() + limitMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
    const leftMs = untilMs - performance.now();
    try {
      return await work(Math.max(leftMs, 1));
    } catch (error) {
      if (!mayRetry(error) || performance.now() + pauseMs > untilMs) throw error;
    }
    await sleep(pauseMs * (0.5 + Math.random()));
  }
}
