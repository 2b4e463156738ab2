import { Refused } from '../api/refused.js';

/** How many failures of one account or address are free, and how long the pauses after them grow. */
interface Limits {
  readonly free: number;
  readonly longestPauseMs: number;
}

const FORGET_AFTER_MS = 24 * 60 * 60 * 1000;
/** Beyond, the oldest are forgotten: an attacker with many addresses must not fill the memory. */
const MAX_KEYS = 10_000;

/**
 * Limits tries of a kind with growing pauses. A try counts as failed from its beginning, so that a
 * hundred at once are no way around; a success takes it back. Kept in memory: who can restart the
 * server needs no tries.
 */
export class Tries {
  readonly #byKey = new Map<string, { failures: number; lastMs: number; pausedUntilMs: number }>();
  readonly #limits: Limits;
  readonly #now: () => number;

  constructor(limits: Limits, now: () => number) {
    this.#limits = limits;
    this.#now = now;
  }

  /** Begins a try; throws with the seconds to wait when there were too many. */
  begin(key: string): void {
    const nowMs = this.#now();
    const before = this.#byKey.get(key);
    if (before !== undefined && nowMs < before.pausedUntilMs) {
      throw tooMany(Math.ceil((before.pausedUntilMs - nowMs) / 1000));
    }
    const isStale = before === undefined || nowMs - before.lastMs > FORGET_AFTER_MS;
    const failures = isStale ? 1 : before.failures + 1;
    const { free, longestPauseMs } = this.#limits;
    const pauseMs = failures < free ? 0 : Math.min(1000 * 2 ** (failures - free), longestPauseMs);
    this.#byKey.delete(key);
    this.#byKey.set(key, { failures, lastMs: nowMs, pausedUntilMs: nowMs + pauseMs });
    if (this.#byKey.size > MAX_KEYS) this.#byKey.delete(this.#byKey.keys().next().value ?? '');
  }

  /** The try was a success: those before it are forgotten. */
  succeeded(key: string): void {
    this.#byKey.delete(key);
  }

  /** The try was not a guess: it does not count, those before it do. */
  takeBack(key: string): void {
    const known = this.#byKey.get(key);
    if (known === undefined) return;
    this.#byKey.set(key, { ...known, failures: known.failures - 1, pausedUntilMs: 0 });
  }
}

/** Refuses with the seconds to wait. */
export function tooMany(seconds: number): Refused {
  const wait = seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
  return new Refused(
    ...([429, 'too_many', `There were too many tries. Wait ${wait}, then try again.`] as const),
    ...([undefined, seconds] as const),
  );
}
