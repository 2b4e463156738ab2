import { AsyncLocalStorage } from 'node:async_hooks';

/** A statement that takes less is free: a long download has many of them. */
const freeMs = 250;
/** A statement gets at least this time. */
const leastMs = 100;

/** The time that a request may still wait for its statements. It grows again while none is waited for. */
class WaitBudget {
  readonly #limitMs: number;
  #leftMs: number;
  #running = 0;
  /** The moment until which waits were counted: two at the same time count once. */
  #countedMs = performance.now();

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
    this.#leftMs = limitMs;
  }

  async spend<T>(timeoutMs: number, run: (limitMs: number) => Promise<T>): Promise<T> {
    const beganMs = performance.now();
    if (this.#running === 0) {
      const idleMs = beganMs - this.#countedMs;
      this.#leftMs = Math.min(this.#limitMs, this.#leftMs + idleMs);
    }
    this.#running++;
    try {
      return await run(Math.min(timeoutMs, Math.max(this.#leftMs, leastMs)));
    } finally {
      this.#running--;
      const endedMs = performance.now();
      const waitedMs = endedMs - Math.max(beganMs, this.#countedMs);
      this.#leftMs -= Math.max(0, waitedMs - freeMs);
      this.#countedMs = endedMs;
    }
  }
}

const budgets = new AsyncLocalStorage<WaitBudget>();

/**
 * Limits how long all slow statements of `work` wait together, for a connection of the pool or for a lock. Each has
 * a time limit, but a request has several.
 */
export function limitWaits<T>(limitMs: number, work: () => T): T {
  return budgets.run(new WaitBudget(limitMs), work);
}

/** Runs a statement with its time limit, or with the time that {@link limitWaits} leaves for it. */
export function withWaitLimit<T>(
  timeoutMs: number,
  run: (limitMs: number) => Promise<T>,
): Promise<T> {
  const budget = budgets.getStore();
  return budget === undefined ? run(timeoutMs) : budget.spend(timeoutMs, run);
}
