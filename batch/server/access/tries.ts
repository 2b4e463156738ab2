import { Refused } from '../api/refused.js';
import type { TryStore } from '../store/tryStore.js';
import { hashOf } from './secrets.js';

/** How many failures of one account or address are free, and how long the pauses after them grow. */
interface Limits {
  readonly free: number;
  readonly longestPauseMs: number;
}

const FORGET_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Limits tries of a kind with growing pauses. A try counts as failed from its beginning, so that a
 * hundred at once are no way around; a success takes it back. A restart of the server forgets none.
 */
export class Tries {
  readonly #store: TryStore;
  readonly #limits: Limits;
  readonly #now: () => number;

  constructor(store: TryStore, limits: Limits, now: () => number) {
    this.#store = store;
    this.#limits = limits;
    this.#now = now;
  }

  /** Begins a try; throws with the seconds to wait when there were too many. */
  begin(key: string): void {
    const nowMs = this.#now();
    const hash = hashOf(key);
    const before = this.#store.find(hash);
    if (before !== undefined && nowMs < before.pausedUntilMs) {
      throw tooMany(Math.ceil((before.pausedUntilMs - nowMs) / 1000));
    }
    const isStale = before === undefined || nowMs - before.lastMs > FORGET_AFTER_MS;
    const failures = isStale ? 1 : before.failures + 1;
    const { free, longestPauseMs } = this.#limits;
    const pauseMs = failures < free ? 0 : Math.min(1000 * 2 ** (failures - free), longestPauseMs);
    this.#store.set(hash, { failures, lastMs: nowMs, pausedUntilMs: nowMs + pauseMs });
    if (isStale) this.#store.deleteOld(nowMs - FORGET_AFTER_MS);
  }

  /** The try was a success: those before it are forgotten. */
  succeeded(key: string): void {
    this.#store.delete(hashOf(key));
  }

  /** The try was not a guess: it does not count, those before it do. */
  takeBack(key: string): void {
    const hash = hashOf(key);
    const known = this.#store.find(hash);
    if (known === undefined) return;
    if (known.failures <= 1) this.#store.delete(hash);
    else this.#store.set(hash, { ...known, failures: known.failures - 1, pausedUntilMs: 0 });
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
