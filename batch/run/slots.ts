import { setTimeout as delay } from 'node:timers/promises';
// p-limit: the queue; its concurrency can be changed while it runs.
import pLimit, { type LimitFunction } from 'p-limit';
import type { Exchange } from '../../src/transport.js';

export interface SlotOptions {
  /** Requests at the same time, at the most. */
  readonly concurrency: number;
  /** The least time between two requests; 0 for no limit. */
  readonly spacingMs?: number;
  readonly now?: () => number;
}

/** An answer that takes longer than this means that the service has enough to do. */
const slowAnswerMs = 5_000;
/** Concurrency goes down once for all answers that were under way together. */
const pauseBetweenCutsMs = 1_000;

/**
 * Places for requests. Halves the concurrency when the service says 429 or answers slowly, and
 * gives one place back for every round of good answers.
 */
export class Slots {
  readonly #limit: LimitFunction;
  readonly #options: SlotOptions;
  readonly #now: () => number;
  #good = 0;
  #lastCutMs = Number.NEGATIVE_INFINITY;
  #nextStartMs = 0;
  #rows = 0;
  #waiting: (() => void)[] = [];

  constructor(options: SlotOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
    this.#limit = pLimit(options.concurrency);
  }

  /** Requests that may be under way at the same time now. */
  get concurrency(): number {
    return this.#limit.concurrency;
  }

  /** Runs some work in a place of its own. Once the signal has come, no work waits for its time. */
  run<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#limit(async () => {
      await this.#pace(signal);
      return work();
    });
  }

  /**
   * Resolves when there is room for another row: with one queue of rows behind those that have a
   * place, and no matter how many looks at results queue, so that neither holds up the other.
   */
  async room(): Promise<void> {
    while (this.#rows >= 2 * this.#limit.concurrency) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Runs the creation of a row, for which there should be room. */
  async runRow<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    this.#rows++;
    try {
      return await this.run(work, signal);
    } finally {
      this.#rows--;
      this.#waiting.shift()?.();
    }
  }

  /** Learns from an exchange; a transport's `onExchange`. */
  observe(exchange: Exchange, durationMs: number): void {
    const limited = exchange.delivery === 'answered' && [429, 503].includes(exchange.httpStatus);
    if (limited || durationMs > slowAnswerMs) {
      this.#good = 0;
      if (this.#now() - this.#lastCutMs < pauseBetweenCutsMs) return;
      this.#lastCutMs = this.#now();
      this.#limit.concurrency = Math.max(1, Math.floor(this.#limit.concurrency / 2));
    } else if (++this.#good >= this.#limit.concurrency) {
      this.#good = 0;
      if (this.#limit.concurrency < this.#options.concurrency) this.#limit.concurrency++;
    }
  }

  async #pace(signal: AbortSignal | undefined): Promise<void> {
    const { spacingMs = 0 } = this.#options;
    if (spacingMs === 0 || signal?.aborted === true) return;
    const startMs = Math.max(this.#now(), this.#nextStartMs);
    this.#nextStartMs = startMs + spacingMs;
    const waitMs = startMs - this.#now();
    if (waitMs <= 0) return;
    await delay(waitMs, undefined, signal === undefined ? {} : { signal }).catch(() => undefined);
  }
}
