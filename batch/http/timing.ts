import { setTimeout as delay } from 'node:timers/promises';
import type { CancelSignal, Timing } from '../../src/transport.js';

/** The clock, timers and random numbers of the machine. */
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
