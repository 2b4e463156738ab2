import { Refused } from '../refused.js';
import type { TryLimits, TryStore } from './tryStore.js';
import { hashSecret } from './secrets.js';

const FORGET_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Limits tries of a kind with growing pauses. A try counts as failed from its beginning, so that a
 * hundred at once are no way around; a success takes it back. A restart of the server forgets none.
 */
export class Tries {
  readonly #store: TryStore;
  readonly #limits: TryLimits;
  readonly #now: () => number;

  constructor(store: TryStore, limits: TryLimits, now: () => number) {
    this.#store = store;
    this.#limits = limits;
    this.#now = now;
  }

  /** Begins a try; throws with the seconds to wait when there were too many. */
  async begin(key: string): Promise<void> {
    const hash = hashSecret(key);
    const nowMs = this.#now();
    const sinceMs = nowMs - FORGET_AFTER_MS;
    const failures = await this.#store.add(hash, nowMs, sinceMs, this.#limits);
    if (failures === undefined) {
      const pausedUntilMs = (await this.#store.pausedUntilMs(hash)) ?? nowMs;
      throw tooMany(Math.max(1, Math.ceil((pausedUntilMs - nowMs) / 1000)));
    }
    if (failures === 1) await this.#store.deleteOld(sinceMs);
  }

  /** The try was a success: those before it are forgotten. */
  succeeded(key: string): Promise<void> {
    return this.#store.delete(hashSecret(key));
  }

  /** The try was not a guess: it does not count, those before it do. */
  takeBack(key: string): Promise<void> {
    return this.#store.takeBack(hashSecret(key));
  }
}

/** Refuses with the seconds to wait. */
export function tooMany(seconds: number): Refused {
  const wait = seconds < 60 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min`;
  const message = `There were too many tries. Wait ${wait}, then try again.`;
  return new Refused('too_many', message, { retryAfterSeconds: seconds });
}
