import { AsyncLocalStorage } from 'node:async_hooks';

/** The part of each statement's time that does not count, because a long download has many quick statements. */
const freeMs = 250;
/** A statement gets at least this time, so that a quick one can still succeed when no time is left. */
const minMs = 100;

export interface RemainingWait {
  readonly limitMs: number;
  readonly leftMs: number;
}

/** The budget is refilled while no statement runs. */
class WaitBudget {
  readonly #limitMs: number;
  /** Called when the time is over. If undefined, a statement gets only the time that is left. */
  readonly #onOver: (() => void) | undefined;
  #leftMs: number;
  #running = 0;
  /** Simultaneous waits count once. */
  #countedMs = performance.now();

  constructor({ limitMs, leftMs }: RemainingWait, onOver?: () => void) {
    this.#limitMs = limitMs;
    this.#leftMs = leftMs;
    this.#onOver = onOver;
  }

  get remaining(): RemainingWait {
    this.#refill(performance.now());
    return { limitMs: this.#limitMs, leftMs: this.#leftMs };
  }

  async spend<T>(timeoutMs: number, run: (limitMs: number) => Promise<T>): Promise<T> {
    const beganMs = performance.now();
    this.#refill(beganMs);
    this.#running++;
    const leftMs = Math.max(this.#leftMs, minMs);
    const timer = this.#onOver && setTimeout(this.#onOver, leftMs);
    try {
      return await run(this.#onOver === undefined ? Math.min(timeoutMs, leftMs) : timeoutMs);
    } finally {
      clearTimeout(timer);
      this.#running--;
      const endedMs = performance.now();
      const waitedMs = endedMs - Math.max(beganMs, this.#countedMs);
      this.#leftMs -= Math.max(0, waitedMs - freeMs);
      this.#countedMs = endedMs;
    }
  }

  #refill(nowMs: number): void {
    if (this.#running > 0) return;
    this.#leftMs = Math.min(this.#limitMs, this.#leftMs + nowMs - this.#countedMs);
    this.#countedMs = nowMs;
  }
}

const budgets = new AsyncLocalStorage<WaitBudget>();

/** The time limit of each statement is not enough, because a request has several statements. */
export function limitWaits<T>(limitMs: number, work: () => T): T {
  return budgets.run(new WaitBudget({ limitMs, leftMs: limitMs }), work);
}

/** May call `onOver` more than once. Does not cancel statements, because sent requests must still be recorded. */
export function watchWaits<T>(remaining: RemainingWait, onOver: () => void, work: () => T): T {
  return budgets.run(new WaitBudget(remaining, onOver), work);
}

export function readRemainingWait(): RemainingWait | undefined {
  return budgets.getStore()?.remaining;
}

export function withWaitLimit<T>(
  timeoutMs: number,
  run: (limitMs: number) => Promise<T>,
): Promise<T> {
  const budget = budgets.getStore();
  return budget === undefined ? run(timeoutMs) : budget.spend(timeoutMs, run);
}
