import type { Timing } from '../src/transport.js';

export interface FakeTiming extends Timing {
  /** The times that were slept, in milliseconds. */
  readonly slept: number[];
  nowMs: number;
}

/** A clock that moves only when somebody sleeps. `random` is always the given chance. */
export function fakeTiming(chance = 0.5, onSleep?: (times: number) => void): FakeTiming {
  const timing: FakeTiming = {
    slept: [],
    nowMs: Date.parse('2026-11-21T10:00:00.000Z'),
    now: () => timing.nowMs,
    sleep: (milliseconds, signal) => {
      timing.slept.push(milliseconds);
      onSleep?.(timing.slept.length);
      if (signal?.aborted !== true) timing.nowMs += milliseconds;
      return Promise.resolve();
    },
    random: () => chance,
  };
  return timing;
}
