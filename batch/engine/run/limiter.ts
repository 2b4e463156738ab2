import type { CancelSignal, Exchange, Timing } from '../../../src/transport.js';
import { type RequestQueue, requestQueue } from './requestQueue.js';

/**
 * Limits the requests of one process, or of all that share a database. Lowers the concurrency when the
 * service answers 429 or slowly, and raises it by one after as many good answers as it allows at once.
 */
export interface RequestLimiter {
  /** The number of requests that may be in flight now. */
  readonly concurrency: number;
  /** How long the latest answer took; 0 before the first. */
  readonly answerMs: number;
  /** Resolves when the callbacks of all promises that are settled now have run. */
  promisesSettled(): Promise<unknown>;
  /**
   * Sends one request with its own permit. Once the signal is aborted, no request waits for its time, and
   * `send` must not send.
   */
  run<T>(send: () => Promise<T>, signal?: CancelSignal): Promise<T>;
  /** Waits for the time at which something new may begin, without a permit. */
  acquireStart(signal?: CancelSignal): Promise<void>;
  /**
   * Resolves when there is room for another row, no matter how many polls queue, so that
   * neither holds up the other.
   */
  room(): Promise<void>;
  /** Runs the sending of a row, for which there should be room, when it may begin. */
  runRow<T>(work: () => Promise<T>, signal?: CancelSignal): Promise<T>;
  /** Adapts to an exchange; for a transport's `onExchange`. */
  observe(exchange: Exchange, durationMs: number): void;
  /**
   * Takes a permit for one request before the intent of the request is written: if all processes share
   * the permits, the wait may be long. Resolves to undefined once the signal is aborted. Missing for a
   * limiter of one process, whose requests take their permits when they are sent.
   */
  readonly acquire?: (signal?: CancelSignal) => Promise<RequestPermit | undefined>;
}

/** A permit for one request that is not sent yet. */
export interface RequestPermit {
  /** Sends the request, and gives the permit back. */
  run<T>(send: () => Promise<T>): Promise<T>;
  /** Gives it back unused. */
  release(): void;
}

/** An answer that takes longer than this shows that the service is overloaded. */
const slowAnswerMs = 5_000;

/** For this time, concurrency is not lowered again: requests that were in flight together count once. */
export const pauseBetweenCutsMs = 1_000;

/** True for an exchange that shows that the service is overloaded. */
export function isOverload(exchange: Exchange, durationMs: number): boolean {
  const limited = exchange.delivery === 'answered' && [429, 503].includes(exchange.httpStatus);
  return limited || durationMs > slowAnswerMs;
}

/** The limits of a run, and the clock to keep them by. */
export interface LocalLimiterOptions {
  /** The most requests at the same time. */
  readonly concurrency: number;
  /** Resolves when the callbacks of all promises that are settled now have run. */
  readonly promisesSettled: () => Promise<unknown>;
  /** The least time between two requests; 0 for no limit. */
  readonly spacingMs?: number;
  readonly sleep: Timing['sleep'];
  readonly now?: () => number;
}

/** The limiter of one process. Halves the concurrency when the service is overloaded. */
export class LocalLimiter implements RequestLimiter {
  readonly #limit: RequestQueue;
  readonly #mostAtOnce: number;
  readonly #options: LocalLimiterOptions;
  readonly #now: () => number;
  /** When the next row or poll may begin. */
  readonly #starts: RateLimiter;
  /**
   * When the next request may be sent: requests that started apart may be ready at the same time.
   */
  readonly #requests: RateLimiter;
  #answerMs = 0;
  #good = 0;
  #lastCutMs = Number.NEGATIVE_INFINITY;
  readonly #rows: InFlightRows;

  constructor(options: LocalLimiterOptions) {
    const { concurrency, spacingMs = 0, sleep, now = () => performance.now() } = options;
    this.#options = options;
    this.#now = now;
    this.#limit = requestQueue(concurrency);
    this.#mostAtOnce = concurrency;
    this.#rows = new InFlightRows({
      concurrency: () => this.#limit.concurrency,
      promisesSettled: () => this.promisesSettled(),
    });
    this.#starts = new RateLimiter(spacingMs, now, sleep);
    this.#requests = new RateLimiter(spacingMs, now, sleep);
  }

  /** The number of requests that may be in flight now. */
  get concurrency(): number {
    return this.#limit.concurrency;
  }

  /** How long the latest answer took; 0 before the first. */
  get answerMs(): number {
    return this.#answerMs;
  }

  /** Resolves when the callbacks of all promises that are settled now have run. */
  promisesSettled(): Promise<unknown> {
    return this.#options.promisesSettled();
  }

  /** Sends one request with its own permit. Once the signal is aborted, no request waits for its time. */
  run<T>(send: () => Promise<T>, signal?: CancelSignal): Promise<T> {
    if (this.#requests.isFree) return this.#limit(send);
    return this.#limit(async () => {
      await this.#requests.acquire(signal);
      return send();
    });
  }

  /** Waits for the time at which something new may begin, without a permit. */
  acquireStart(signal?: CancelSignal): Promise<void> {
    return this.#starts.acquire(signal);
  }

  /** Resolves when there is room for another row. */
  room(): Promise<void> {
    return this.#rows.room();
  }

  /**
   * Runs the sending of a row when it may begin; its intent is not written before. Its requests take
   * permits.
   */
  runRow<T>(work: () => Promise<T>, signal?: CancelSignal): Promise<T> {
    return this.#rows.run(async () => {
      await this.acquireStart(signal);
      return work();
    });
  }

  /** Adapts to an exchange; for a transport's `onExchange`. */
  observe(exchange: Exchange, durationMs: number): void {
    if (exchange.delivery === 'answered') this.#answerMs = durationMs;
    if (isOverload(exchange, durationMs)) {
      this.#good = 0;
      if (this.#now() - this.#lastCutMs < pauseBetweenCutsMs) return;
      this.#lastCutMs = this.#now();
      this.#limit.concurrency = Math.max(1, Math.floor(this.#limit.concurrency / 2));
    } else if (++this.#good >= this.#limit.concurrency) {
      this.#good = 0;
      if (this.#limit.concurrency < this.#mostAtOnce) this.#limit.concurrency++;
    }
  }
}

/** Keeps a least time between one start and the next. */
class RateLimiter {
  readonly #spacingMs: number;
  readonly #now: () => number;
  readonly #sleep: Timing['sleep'];
  #nextMs = 0;

  constructor(spacingMs: number, now: () => number, sleep: Timing['sleep']) {
    this.#spacingMs = spacingMs;
    this.#now = now;
    this.#sleep = sleep;
  }

  /** True without a least time: then no request waits. */
  get isFree(): boolean {
    return this.#spacingMs === 0;
  }

  async acquire(signal: CancelSignal | undefined): Promise<void> {
    if (this.isFree || signal?.aborted === true) return;
    const startMs = Math.max(this.#now(), this.#nextMs);
    this.#nextMs = startMs + this.#spacingMs;
    const waitMs = startMs - this.#now();
    if (waitMs > 0) await this.#sleep(waitMs, signal);
  }
}

/**
 * Rows that may be under way for each permit, besides the one that has it: while their intents are
 * written to the disk, the permits are used. A run that dies leaves that many more rows Unconfirmed.
 */
const extraRowsPerPermit = 1 / 4;

/** The values that the number of rows depends on. */
export interface InFlightRowsOptions {
  /** The number of requests that may be in flight now. */
  readonly concurrency: () => number;
  /** Resolves when the callbacks of all promises that are settled now have run. */
  readonly promisesSettled: () => Promise<unknown>;
}

/** Limits the rows that are under way. */
export class InFlightRows {
  readonly #options: InFlightRowsOptions;
  #rows = 0;
  #waiting: (() => void)[] = [];

  constructor(options: InFlightRowsOptions) {
    this.#options = options;
  }

  /** Resolves when there is room for another row. */
  async room(): Promise<void> {
    while (this.#rows >= Math.ceil(this.#options.concurrency() * (1 + extraRowsPerPermit))) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Runs the sending of a row, for which there should be room. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#rows++;
    try {
      return await work();
    } finally {
      this.#rows--;
      const begin = this.#waiting.shift();
      // The permit of the row that has ended goes to a request that waits, before another row begins.
      if (begin !== undefined) void this.#options.promisesSettled().then(begin);
    }
  }
}
