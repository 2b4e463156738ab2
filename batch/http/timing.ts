import { setTimeout as delay } from 'node:timers/promises';
import type { CancelSignal, Timing } from '../../src/transport.js';

/** The machine's clock, timers and chance. A sleep ends early when its AbortSignal does. */
export const systemTiming: Timing = {
  now: () => Date.now(),
  elapsed: () => performance.now(),
  random: () => Math.random(),
  async sleep(milliseconds: number, signal?: CancelSignal) {
    const options = signal instanceof AbortSignal ? { signal } : {};
    // An abort is how a sleep ends early, not a failure.
    await delay(milliseconds, undefined, options).catch(() => undefined);
  },
};
