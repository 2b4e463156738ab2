import type { Failure } from '../../../src/failure.js';
import type { WrongAnswer } from '../journal/reason.js';
import type { Message } from '../message.js';

/**
 * The kind of an attempt. Each kind is counted separately, because polls may succeed while all
 * sending fails.
 */
export type Tried = 'sending' | 'polling' | 'answer';

/** Counts consecutive failures, so that a run stops before it only fails again. */
export class ConsecutiveFailures {
  readonly #most: number;
  readonly #counts = { sending: 0, polling: 0, answer: 0 };

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Records how an attempt ended. Returns why the run must stop if too many attempts in a row have
   * failed.
   */
  add(of: Tried, failure: Failure | WrongAnswer | undefined): Message | undefined {
    if (failure?.code === 'cancelled') return undefined;
    const rows = failure === undefined ? 0 : this.#counts[of] + 1;
    this.#counts[of] = rows;
    if (failure === undefined || rows < this.#most) return undefined;
    return { code: 'rowsInARowFailed', rows, failure };
  }
}
