import type { CancelSignal, Exchange, Timing } from '../../../src/transport.js';

/** Runs as many at once as its concurrency says, which can be changed while it runs; the others wait. */
export interface RequestQueue {
  concurrency: number;
  <T>(send: () => Promise<T>): Promise<T>;
}

/** The limits of a run, and the clock to keep them by. */
export interface RequestLimiterOptions {
  /** With the most requests at the same time as its concurrency. */
  readonly queue: RequestQueue;
  /** Resolves when all that waits for promises that are settled now has run. */
  readonly promisesSettled: () => Promise<unknown>;
  /** The least time between two requests; 0 for no limit. */
  readonly spacingMs?: number;
  readonly sleep: Timing['sleep'];
  readonly now?: () => number;
}

/** An answer that takes longer than this means that the service has enough to do. */
const slowAnswerMs = 5_000;
/** Concurrency is lowered once for all requests that were in flight together. */
const pauseBetweenCutsMs = 1_000;

/**
 * Rows that may be under way for each permit, besides the one that has it: while their intents are
 * written to the disk, the permits are used. A run that dies leaves so many more rows Unconfirmed.
 */
const extraRowsPerPermit = 1 / 4;

/**
 * Permits for requests. Halves the concurrency when the service says 429 or answers slowly, and
 * gives one permit back for every round of good answers.
 */
export class RequestLimiter {
  readonly #limit: RequestQueue;
  readonly #mostAtOnce: number;
  readonly #options: RequestLimiterOptions;
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
  #rows = 0;
  #waiting: (() => void)[] = [];

  constructor(options: RequestLimiterOptions) {
    const { queue, spacingMs = 0, sleep, now = () => performance.now() } = options;
    this.#options = options;
    this.#now = now;
    this.#limit = queue;
    this.#mostAtOnce = queue.concurrency;
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

  /** Resolves when all that waits for promises that are settled now has run. */
  promisesSettled(): Promise<unknown> {
    return this.#options.promisesSettled();
  }

  /** Sends one request with a permit of its own. Once the signal has come, none waits for its time. */
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

  /**
   * Resolves when there is room for another row, no matter how many polls queue, so that
   * neither holds up the other.
   */
  async room(): Promise<void> {
    while (this.#rows >= Math.ceil(this.#limit.concurrency * (1 + extraRowsPerPermit))) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /**
   * Runs the sending of a row, for which there should be room, when it may begin: no sooner is its
   * intent written. Its requests take permits.
   */
  async runRow<T>(work: () => Promise<T>, signal?: CancelSignal): Promise<T> {
    this.#rows++;
    try {
      await this.acquireStart(signal);
      return await work();
    } finally {
      this.#rows--;
      const begin = this.#waiting.shift();
      // The permit of the row that has ended goes to a request that waits, before another row begins.
      if (begin !== undefined) void this.promisesSettled().then(begin);
    }
  }

  /** Adapts to an exchange; for a transport's `onExchange`. */
  observe(exchange: Exchange, durationMs: number): void {
    this.#answerMs = durationMs;
    const limited = exchange.delivery === 'answered' && [429, 503].includes(exchange.httpStatus);
    if (limited || durationMs > slowAnswerMs) {
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

  /** Without a least time nobody waits. */
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
