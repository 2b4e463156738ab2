import type { Failure } from '../../../src/failure.js';
import type { WrongAnswer } from '../journal/reason.js';
import type { Message } from '../message.js';

/** What is tried: polls may go well while every sending is lost, so each counts for itself. */
export type Tried = 'sending' | 'polling' | 'answer';

/** Counts consecutive failures: a run stops when it would only fail again. */
export class ConsecutiveFailures {
  readonly #most: number;
  readonly #counts = { sending: 0, polling: 0, answer: 0 };

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Records how an attempt ended. Returns why the run must stop once too many have failed in a row.
   */
  add(of: Tried, failure: Failure | WrongAnswer | undefined): Message | undefined {
    if (failure?.code === 'cancelled') return undefined;
    const rows = failure === undefined ? 0 : this.#counts[of] + 1;
    this.#counts[of] = rows;
    if (failure === undefined || rows < this.#most) return undefined;
    return { code: 'rowsInARowFailed', rows, failure };
  }
}
