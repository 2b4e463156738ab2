import { AsyncLocalStorage } from 'node:async_hooks';

/** The part of each statement's time that does not count, because a long download has many quick statements. */
const freeMs = 250;
/** A statement gets at least this time, so that a quick one can still succeed when no time is left. */
const minMs = 100;

/** The total time that a request may wait, and the part of it that is left. */
export interface RemainingWait {
  readonly limitMs: number;
  readonly leftMs: number;
}

/** The time that a request may still wait for its statements. It grows again while no statement runs. */
class WaitBudget {
  readonly #limitMs: number;
  /** Called when the time is over. If undefined, a statement gets only the time that is left, but at least `minMs`. */
  readonly #onOver: (() => void) | undefined;
  #leftMs: number;
  #running = 0;
  /** The time until which waits were counted. Simultaneous waits count once. */
  #countedMs = performance.now();

  constructor({ limitMs, leftMs }: RemainingWait, onOver?: () => void) {
    this.#limitMs = limitMs;
    this.#leftMs = leftMs;
    this.#onOver = onOver;
  }

  get remaining(): RemainingWait {
    this.#regrow(performance.now());
    return { limitMs: this.#limitMs, leftMs: this.#leftMs };
  }

  async spend<T>(timeoutMs: number, run: (limitMs: number) => Promise<T>): Promise<T> {
    const beganMs = performance.now();
    this.#regrow(beganMs);
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

  #regrow(nowMs: number): void {
    if (this.#running > 0) return;
    this.#leftMs = Math.min(this.#limitMs, this.#leftMs + nowMs - this.#countedMs);
    this.#countedMs = nowMs;
  }
}

const budgets = new AsyncLocalStorage<WaitBudget>();

/**
 * Limits the total time that the slow statements of `work` may take, including waits for a connection or a lock. The
 * time limit of each statement is not enough, because a request has several statements.
 */
export function limitWaits<T>(limitMs: number, work: () => T): T {
  return budgets.run(new WaitBudget({ limitMs, leftMs: limitMs }), work);
}

/**
 * Calls `onOver`, maybe more than once, when the statements of `work` have taken longer than the time that is left.
 * Does not cancel statements, because sent requests must still be recorded.
 */
export function watchWaits<T>(remaining: RemainingWait, onOver: () => void, work: () => T): T {
  return budgets.run(new WaitBudget(remaining, onOver), work);
}

/** Returns the time that {@link limitWaits} leaves for the statements from here on; undefined without a limit. */
export function readRemainingWait(): RemainingWait | undefined {
  return budgets.getStore()?.remaining;
}

/** Runs a statement with its time limit, or with the shorter time that {@link limitWaits} leaves for it. */
export function withWaitLimit<T>(
  timeoutMs: number,
  run: (limitMs: number) => Promise<T>,
): Promise<T> {
  const budget = budgets.getStore();
  return budget === undefined ? run(timeoutMs) : budget.spend(timeoutMs, run);
}
