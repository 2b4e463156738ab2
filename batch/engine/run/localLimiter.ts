import type { CancelSignal, Exchange, Timing } from '../../../src/transport.js';
import { isOverload, pauseBetweenCutsMs, type RequestLimiter } from './requestLimiter.js';
import { RowRoom } from './rowRoom.js';

/** Runs as many at once as its concurrency says, which can be changed while it runs; the others wait. */
export interface RequestQueue {
  concurrency: number;
  <T>(send: () => Promise<T>): Promise<T>;
}

/** The limits of a run, and the clock to keep them by. */
export interface LocalLimiterOptions {
  /** With the most requests at the same time as its concurrency. */
  readonly queue: RequestQueue;
  /** Resolves when all that waits for promises that are settled now has run. */
  readonly promisesSettled: () => Promise<unknown>;
  /** The least time between two requests; 0 for no limit. */
  readonly spacingMs?: number;
  readonly sleep: Timing['sleep'];
  readonly now?: () => number;
}

/** The limiter of one process. Halves the concurrency when the service has enough to do. */
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
  readonly #rows: RowRoom;

  constructor(options: LocalLimiterOptions) {
    const { queue, spacingMs = 0, sleep, now = () => performance.now() } = options;
    this.#options = options;
    this.#now = now;
    this.#limit = queue;
    this.#mostAtOnce = queue.concurrency;
    this.#rows = new RowRoom({
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

  /** Resolves when there is room for another row. */
  room(): Promise<void> {
    return this.#rows.room();
  }

  /**
   * Runs the sending of a row when it may begin: no sooner is its intent written. Its requests take
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
