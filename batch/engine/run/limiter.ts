import type {
  CancelSignal,
  Exchange,
  Timing,
  Permit,
  Post,
  Transport,
} from '../../../src/transport.js';

/**
 * Limits the requests of one process, or of all processes that share a database. It lowers the
 * concurrency if the service answers 429 or slowly, and raises it by one after as many good answers
 * as the current concurrency.
 */
export interface RequestLimiter {
  /** The number of requests that may be in flight now. */
  readonly concurrency: number;
  /** The duration of the latest answer; 0 before the first. */
  readonly answerMs: number;
  /** Resolves after the callbacks of all promises that are settled now. */
  promisesSettled(): Promise<unknown>;
  /**
   * Sends one request with its own permit. After the signal is aborted, no request waits for its
   * turn, and `send` must not send.
   */
  run<T>(send: () => Promise<T>, signal?: CancelSignal): Promise<T>;
  /** Waits until the next row or poll may begin, without a permit. */
  acquireStart(signal?: CancelSignal): Promise<void>;
  /** Resolves when another row may start. Queued polls do not delay rows, nor rows polls. */
  waitForSlot(): Promise<void>;
  /** Sends a row when it may begin; await `waitForSlot` first. */
  runRow<T>(work: () => Promise<T>, signal?: CancelSignal): Promise<T>;
  /** Adapts the limits to an exchange; used as a transport's `onExchange`. */
  observe(exchange: Exchange, durationMs: number): void;
  /**
   * Acquires a permit for one request before its intent is written, because the wait may be long if
   * all processes share the permits. Resolves to undefined after the signal is aborted. Missing for
   * a limiter of one process, whose requests acquire their permits when they are sent.
   */
  readonly acquire?: (signal?: CancelSignal) => Promise<RequestPermit | undefined>;
}

/** A permit for one request that is not sent yet. */
export interface RequestPermit {
  /** Sends the request, then releases the permit. */
  run<T>(send: () => Promise<T>): Promise<T>;
  /** Releases the permit unused. */
  release(): void;
}

/** A longer answer shows that the service is overloaded. */
const slowAnswerMs = 5_000;

/**
 * The minimum time between two reductions of the concurrency, so that requests that were in flight
 * together count once.
 */
export const pauseBetweenCutsMs = 1_000;

/** Returns true for an exchange that shows that the service is overloaded. */
export function isOverload(exchange: Exchange, durationMs: number): boolean {
  const limited = exchange.delivery === 'answered' && [429, 503].includes(exchange.httpStatus);
  return limited || durationMs > slowAnswerMs;
}

/** The limits of a run, and its clock. */
export interface LocalLimiterOptions {
  /** The maximum number of concurrent requests. */
  readonly concurrency: number;
  /** Resolves after the callbacks of all promises that are settled now. */
  readonly promisesSettled: () => Promise<unknown>;
  /** The minimum time between two requests; 0 for no limit. */
  readonly spacingMs?: number;
  readonly sleep: Timing['sleep'];
  readonly now?: () => number;
}

/** The limiter of one process. It halves the concurrency if the service is overloaded. */
export class LocalLimiter implements RequestLimiter {
  readonly #limit: RequestQueue;
  readonly #mostAtOnce: number;
  readonly #options: LocalLimiterOptions;
  readonly #now: () => number;
  /** Limits when the next row or poll may begin. */
  readonly #starts: RateLimiter;
  /**
   * Limits when the next request may be sent, because requests that began at different times may be
   * ready at the same time.
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

  /** The duration of the latest answer; 0 before the first. */
  get answerMs(): number {
    return this.#answerMs;
  }

  /** Resolves after the callbacks of all promises that are settled now. */
  promisesSettled(): Promise<unknown> {
    return this.#options.promisesSettled();
  }

  /** Sends one request with its own permit. After the signal is aborted, no request waits for its turn. */
  run<T>(send: () => Promise<T>, signal?: CancelSignal): Promise<T> {
    if (this.#requests.isFree) return this.#limit(send);
    return this.#limit(async () => {
      await this.#requests.acquire(signal);
      return send();
    });
  }

  /** Waits until the next row or poll may begin, without a permit. */
  acquireStart(signal?: CancelSignal): Promise<void> {
    return this.#starts.acquire(signal);
  }

  /** Resolves when another row may start. */
  waitForSlot(): Promise<void> {
    return this.#rows.waitForSlot();
  }

  /** Sends a row when it may begin; its intent is not written earlier. Its requests acquire permits. */
  runRow<T>(work: () => Promise<T>, signal?: CancelSignal): Promise<T> {
    return this.#rows.run(async () => {
      await this.acquireStart(signal);
      return work();
    });
  }

  /** Adapts the limits to an exchange; used as a transport's `onExchange`. */
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

/** Ensures a minimum time between two starts. */
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

  /** True if there is no minimum time, so no request waits. */
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
 * The number of rows in progress per permit, besides the one that holds it: they use the permits
 * while other rows write their intents to disk. If a run crashes, that many more rows are
 * Unconfirmed.
 */
const extraRowsPerPermit = 1 / 4;

/** The values that determine the number of rows in flight. */
interface InFlightRowsOptions {
  /** Returns the number of requests that may be in flight now. */
  readonly concurrency: () => number;
  /** Resolves after the callbacks of all promises that are settled now. */
  readonly promisesSettled: () => Promise<unknown>;
}

/** Limits the number of rows in progress. */
export class InFlightRows {
  readonly #options: InFlightRowsOptions;
  #rows = 0;
  #waiting: (() => void)[] = [];

  constructor(options: InFlightRowsOptions) {
    this.#options = options;
  }

  /** Resolves when another row may start. */
  async waitForSlot(): Promise<void> {
    while (this.#rows >= Math.ceil(this.#options.concurrency() * (1 + extraRowsPerPermit))) {
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  /** Sends a row; await `waitForSlot` first. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#rows++;
    try {
      return await work();
    } finally {
      this.#rows--;
      const begin = this.#waiting.shift();
      // The finished row's permit goes to a waiting request before another row begins.
      if (begin !== undefined) void this.#options.promisesSettled().then(begin);
    }
  }
}

/** Runs requests up to a concurrency that can be changed; the others wait in order. */
interface RequestQueue {
  concurrency: number;
  <T>(send: () => Promise<T>): Promise<T>;
}

// We do not use p-limit, because a package that n8n verifies has no dependencies.
/** Creates a queue. */
export function requestQueue(concurrency: number): RequestQueue {
  const waiting: (() => void)[] = [];
  let underWay = 0;
  const beginNext = () => {
    while (underWay < queue.concurrency) {
      const begin = waiting.shift();
      if (begin === undefined) return;
      underWay++;
      begin();
    }
  };
  const run = async <T>(request: () => Promise<T>): Promise<T> => {
    if (underWay < queue.concurrency) underWay++;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await request();
    } finally {
      underWay--;
      beginNext();
    }
  };
  const queue = Object.assign(run, { concurrency });
  return queue;
}

/**
 * Returns a transport in which each request holds a permit only until its answer: disk writes
 * before it and waits before a retry delay no other request. If the signal is aborted while a
 * request waits for its permit, the request is not sent and fails at once, so after Ctrl+C twice
 * only rows that were sent need to be resolved.
 */
export function limitedTransport(transport: Transport, limiter: RequestLimiter): Transport {
  const queue = new Queue();
  const post = (request: Post) => postWithPermit(request, transport, limiter, queue);
  if (limiter.acquire === undefined) return { post };
  return { post, acquire: (signal) => permitAhead(transport, limiter, signal) };
}

/** Returns options that make a transport use the limiter, which also adapts to its exchanges. */
export function limitedBy(limiter: RequestLimiter): {
  readonly limited: (transport: Transport) => Transport;
  readonly onExchange: (exchange: Exchange, durationMs: number) => void;
} {
  return {
    limited: (transport) => limitedTransport(transport, limiter),
    onExchange: (exchange, durationMs) => {
      limiter.observe(exchange, durationMs);
    },
  };
}

/** Removes waiting requests from the queue by their signal; one listener per signal serves all of them. */
class Queue {
  readonly #bySignal = new WeakMap<AbortSignal, Set<() => void>>();

  findCancels(signal: CancelSignal | undefined): Set<() => void> | undefined {
    if (!(signal instanceof AbortSignal)) return undefined;
    const known = this.#bySignal.get(signal);
    if (known !== undefined) return known;
    const cancels = new Set<() => void>();
    this.#bySignal.set(signal, cancels);
    signal.addEventListener('abort', () => {
      for (const cancel of cancels) cancel();
    });
    return cancels;
  }
}

const cancelled: Exchange = { delivery: 'not_sent', reason: 'cancelled' };

function postWithPermit(
  request: Post,
  transport: Transport,
  limiter: RequestLimiter,
  queue: Queue,
): Promise<Exchange> {
  const { signal } = request;
  const cancels = queue.findCancels(signal);
  return new Promise((resolve, reject) => {
    const cancel = () => {
      resolve(cancelled);
    };
    cancels?.add(cancel);
    const send = () => {
      cancels?.delete(cancel);
      return sendUnlessCancelled(request, transport, limiter, resolve);
    };
    limiter.run(send, signal).catch(reject);
  });
}

/** Returns a permit that was acquired before the intent of its request was written. */
async function permitAhead(
  transport: Transport,
  limiter: RequestLimiter,
  signal: CancelSignal | undefined,
): Promise<Permit | undefined> {
  const permit = await limiter.acquire?.(signal);
  if (permit === undefined) return undefined;
  return {
    post: (request) =>
      new Promise((resolve, reject) => {
        const send = () => sendUnlessCancelled(request, transport, limiter, resolve);
        permit.run(send).catch(reject);
      }),
    release: () => {
      permit.release();
    },
  };
}

async function sendUnlessCancelled(
  request: Post,
  transport: Transport,
  limiter: RequestLimiter,
  resolve: (exchange: Exchange) => void,
): Promise<void> {
  if (request.signal?.aborted === true) {
    resolve(cancelled);
    return;
  }
  resolve(await transport.post(request));
  // The answer may stop the run; it must do so before the permit goes to the next request.
  await limiter.promisesSettled();
}
