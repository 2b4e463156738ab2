import type { Timing } from '../src/transport.js';

export interface FakeTiming extends Timing {
  /** The durations of all sleeps, in milliseconds. */
  readonly slept: number[];
  nowMs: number;
}

interface Sleeper {
  readonly untilMs: number;
  readonly wake: () => void;
}

/**
 * Creates a clock that moves only if a sleep is pending: to the end of the sleep that ends first, after the
 * current turn of the event loop. A sleep whose signal is already aborted does not move the clock. A later
 * abort has no effect. `random` always returns `chance`. `onSleep` gets the number of sleeps so far.
 */
export function createFakeTiming(chance = 0.5, onSleep?: (count: number) => void): FakeTiming {
  const sleepers = new Set<Sleeper>();
  const wakeFirst = () => {
    const [first] = [...sleepers].toSorted((a, b) => a.untilMs - b.untilMs);
    if (first === undefined) return;
    sleepers.delete(first);
    timing.nowMs = Math.max(timing.nowMs, first.untilMs);
    first.wake();
  };
  const timing: FakeTiming = {
    slept: [],
    nowMs: Date.parse('2026-11-21T10:00:00.000Z'),
    now: () => timing.nowMs,
    sleep: (milliseconds, signal) => {
      timing.slept.push(milliseconds);
      onSleep?.(timing.slept.length);
      return new Promise((wake) => {
        if (signal?.aborted === true) {
          wake();
          return;
        }
        sleepers.add({ untilMs: timing.nowMs + milliseconds, wake });
        setImmediate(wakeFirst);
      });
    },
    random: () => chance,
  };
  return timing;
}
