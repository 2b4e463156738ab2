import { setTimeout as delay } from 'node:timers/promises';
import type { CancelSignal, Timing } from '../../src/transport.js';

export const systemTiming: Timing = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  random: () => Math.random(),
  async sleep(milliseconds: number, signal?: CancelSignal) {
    const options = signal instanceof AbortSignal ? { signal } : {};
    // An abort ends the sleep early; it is not an error.
    await delay(milliseconds, undefined, options).catch(() => undefined);
  },
};

/** Resolves to undefined if the work takes longer, but does not stop the work. */
export async function waitAtMost<T>(limitMs: number, work: Promise<T>): Promise<T | undefined> {
  const end = new AbortController();
  const limit = delay(limitMs, undefined, { signal: end.signal }).catch(() => undefined);
  try {
    return await Promise.race([work, limit]);
  } finally {
    end.abort();
  }
}
