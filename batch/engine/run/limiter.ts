import type { CancelSignal, Exchange, Post, Timing, Transport } from '../../../src/transport.js';

/** An answer that takes longer shows that the service is overloaded. */
const slowAnswerMs = 5_000;

/** Within this time, overloads count only once: the requests were in flight together. */
const pauseBetweenCutsMs = 1_000;

function isOverload(exchange: Exchange, durationMs: number): boolean {
  const limited = exchange.delivery === 'answered' && [429, 503].includes(exchange.httpStatus);
  return limited || durationMs > slowAnswerMs;
}

export interface ProcessLimits {
  readonly concurrency: number;
  /** The minimum time between two requests; 0 for no limit. */
  readonly spacingMs?: number;
}

export interface RequestLimiterOptions extends ProcessLimits {
  readonly waitForPromises: () => Promise<unknown>;
  readonly sleep: Timing['sleep'];
  readonly now?: () => number;
}

/**
 * Halves the concurrency if the service answers slowly or with 429 or 503, and raises it by one
 * after as many good answers as the current concurrency.
 */
export class RequestLimiter {
  readonly #options: RequestLimiterOptions;
  readonly #now: () => number;
  #limits: ProcessLimits;
  /** Infinity if the service is not overloaded. */
  #lowered = Infinity;
  /** Decides when the next row or poll may begin. */
  readonly #starts: RequestQueue;
  /**
   * Decides when the next request may be sent, because requests that began at different times may
   * be ready at the same time.
   */
  readonly #requests: RequestQueue;
  readonly #rows: InFlightRows;
  #answerMs = 0;
  #goodAnswers = 0;
  #lastCutMs = Number.NEGATIVE_INFINITY;

  constructor(options: RequestLimiterOptions) {
    const { sleep, now = () => performance.now(), waitForPromises } = options;
    this.#options = options;
    this.#limits = options;
    this.#now = now;
    const concurrency = () => this.concurrency;
    const queue = { sleep, now, spacingMs: () => this.#limits.spacingMs ?? 0 };
    // If there are no permits, no row begins, because its intent would be written long before its
    // request is sent.
    const starts = () => (this.concurrency > 0 ? Infinity : 0);
    this.#starts = new RequestQueue({ ...queue, concurrency: starts });
    this.#requests = new RequestQueue({ ...queue, concurrency });
    this.#rows = new InFlightRows({ concurrency, waitForPromises });
  }

  get concurrency(): number {
    return Math.min(this.#limits.concurrency, this.#lowered);
  }

  get answerMs(): number {
    return this.#answerMs;
  }

  get inFlight(): number {
    return this.#requests.inFlight;
  }

  get isBusy(): boolean {
    return this.#requests.isBusy || this.#starts.isBusy;
  }

  /** Also begins the waiting requests that the new limits allow. */
  setLimits(limits: ProcessLimits): void {
    this.#limits = limits;
    this.#starts.beginNext();
    this.#requests.beginNext();
  }

  waitForPromises(): Promise<unknown> {
    return this.#options.waitForPromises();
  }

  /** If the signal is aborted, `send` may be called before its turn, and must then send nothing. */
  run<T>(send: () => Promise<T>, signal?: CancelSignal): Promise<T> {
    return this.#requests.run(send, signal);
  }

  acquireStart(signal?: CancelSignal): Promise<void> {
    return this.#starts.run(() => Promise.resolve(), signal);
  }

  /**
   * Resolves when another row may start, or the signal is aborted. A caller that starts no further
   * row must call `passSlotOn`.
   */
  waitForSlot(signal?: AbortSignal): Promise<void> {
    return this.#rows.waitForSlot(signal);
  }

  passSlotOn(): void {
    this.#rows.passSlotOn();
  }

  /**
   * Begins a row only when it may send, so that its intent is not written earlier. The requests of
   * the row acquire their own permits. Await `waitForSlot` first.
   */
  runRow<T>(work: () => Promise<T>, signal?: CancelSignal): Promise<T> {
    return this.#rows.run(async () => {
      await this.acquireStart(signal);
      return work();
    });
  }

  observe(exchange: Exchange, durationMs: number): void {
    if (exchange.delivery === 'answered') this.#answerMs = durationMs;
    const { concurrency } = this.#limits;
    if (isOverload(exchange, durationMs)) {
      this.#goodAnswers = 0;
      if (this.#now() - this.#lastCutMs < pauseBetweenCutsMs) return;
      this.#lastCutMs = this.#now();
      this.#lowered = Math.max(1, Math.floor(Math.min(concurrency, this.#lowered) / 2));
    } else if (++this.#goodAnswers >= this.concurrency) {
      this.#goodAnswers = 0;
      this.#lowered = this.#lowered + 1 < concurrency ? this.#lowered + 1 : Infinity;
    }
  }
}

/**
 * Extra rows in progress per permit, which use the permits while other rows write their intents to
 * disk. If a run crashes, up to this many more rows per permit are Unconfirmed.
 */
const extraRowsPerPermit = 1 / 4;

interface InFlightRowsOptions {
  readonly concurrency: () => number;
  readonly waitForPromises: () => Promise<unknown>;
}

class InFlightRows {
  readonly #options: InFlightRowsOptions;
  #rows = 0;
  #waiting: (() => void)[] = [];

  constructor(options: InFlightRowsOptions) {
    this.#options = options;
  }

  async waitForSlot(signal?: AbortSignal): Promise<void> {
    while (this.#rows >= this.#maxRows && signal?.aborted !== true) {
      await new Promise<void>((resolve) => {
        const wake = () => {
          signal?.removeEventListener('abort', cancel);
          resolve();
        };
        const cancel = () => {
          const place = this.#waiting.indexOf(wake);
          if (place >= 0) this.#waiting.splice(place, 1);
          resolve();
        };
        this.#waiting.push(wake);
        signal?.addEventListener('abort', cancel, { once: true });
      });
    }
  }

  passSlotOn(): void {
    this.#waiting.shift()?.();
  }

  /** At least 1: while there are no permits, one row may wait for them. */
  get #maxRows(): number {
    return Math.max(1, Math.ceil(this.#options.concurrency() * (1 + extraRowsPerPermit)));
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    this.#rows++;
    try {
      return await work();
    } finally {
      this.#rows--;
      // A waiting request gets the finished row's permit before another row begins.
      void this.#options.waitForPromises().then(() => {
        this.passSlotOn();
      });
    }
  }
}

interface RequestQueueOptions {
  readonly concurrency: () => number;
  readonly spacingMs?: () => number;
  readonly sleep: Timing['sleep'];
  readonly now: () => number;
}

/**
 * A request that is late by less than this does not delay the next requests, because timers fire
 * late. After a longer pause the spacing begins anew, so a process that was frozen sends no burst.
 */
const caughtUpMs = 10;

/**
 * After each sleep, the queue checks whether the signal of a request that waits for the rate was
 * aborted.
 */
const maxSleepMs = 1_000;

// We do not use p-limit, because a package that n8n verifies must have no dependencies.
export class RequestQueue {
  readonly #options: RequestQueueOptions;
  readonly #waiting: { readonly begin: () => void; readonly signal: CancelSignal | undefined }[] =
    [];
  #inFlight = 0;
  /** The time when the latest request was due. */
  #lastMs = Number.NEGATIVE_INFINITY;
  #wakeUpMs = Infinity;

  constructor(options: RequestQueueOptions) {
    this.#options = options;
  }

  get inFlight(): number {
    return this.#inFlight;
  }

  get isBusy(): boolean {
    return this.#inFlight > 0 || this.#waiting.length > 0;
  }

  /** If the signal is aborted, `send` may be called before its turn, and must then send nothing. */
  async run<T>(send: () => Promise<T>, signal?: CancelSignal): Promise<T> {
    if (this.#waiting.length === 0 && this.#waitMs(signal) <= 0) this.#begin(signal);
    else {
      await new Promise<void>((begin) => {
        this.#waiting.push({ begin, signal });
        this.beginNext();
      });
    }
    try {
      return await send();
    } finally {
      this.#inFlight--;
      this.beginNext();
    }
  }

  /** Call this after the limits have grown. */
  beginNext(): void {
    for (;;) {
      const cancelled = this.#waiting.findIndex(({ signal }) => signal?.aborted === true);
      const place = Math.max(cancelled, 0);
      const next = this.#waiting[place];
      if (next === undefined) return;
      const waitMs = this.#waitMs(next.signal);
      if (waitMs > 0) {
        if (waitMs !== Infinity) this.#wakeUpIn(waitMs, next.signal);
        return;
      }
      this.#waiting.splice(place, 1);
      this.#begin(next.signal);
      next.begin();
    }
  }

  #waitMs(signal: CancelSignal | undefined): number {
    if (signal?.aborted === true) return 0;
    if (this.#inFlight >= this.#options.concurrency()) return Infinity;
    const spacingMs = this.#spacingMs;
    return spacingMs === 0 ? 0 : this.#lastMs + spacingMs - this.#options.now();
  }

  get #spacingMs(): number {
    return this.#options.spacingMs?.() ?? 0;
  }

  #begin(signal: CancelSignal | undefined): void {
    this.#inFlight++;
    const spacingMs = this.#spacingMs;
    if (signal?.aborted === true || spacingMs === 0) return;
    const [nowMs, dueMs] = [this.#options.now(), this.#lastMs + spacingMs];
    this.#lastMs = nowMs - dueMs < caughtUpMs ? dueMs : nowMs;
  }

  #wakeUpIn(waitMs: number, signal: CancelSignal | undefined): void {
    const sleepMs = Math.min(waitMs, maxSleepMs);
    const wakeUpMs = this.#options.now() + sleepMs;
    if (wakeUpMs >= this.#wakeUpMs) return;
    this.#wakeUpMs = wakeUpMs;
    void this.#options.sleep(sleepMs, signal).then(() => {
      if (this.#wakeUpMs === wakeUpMs) this.#wakeUpMs = Infinity;
      this.beginNext();
    });
  }
}

/**
 * Returns a transport in which each request has a permit only until its answer, so that others do
 * not wait while a row writes to the disk or pauses before a retry. A request that is aborted while
 * it waits fails at once and is not sent, so that after Ctrl+C twice only rows that were sent need
 * to be resolved.
 */
export function createLimitedTransport(transport: Transport, limiter: RequestLimiter): Transport {
  const waiting = new CancelsBySignal();
  return { post: (request) => postWithPermit(request, transport, limiter, waiting) };
}

/** Pass the options by name: TypeScript does not report an unknown option that is spread. */
export function createLimiterOptions(limiter: RequestLimiter): {
  readonly wrapTransport: (transport: Transport) => Transport;
  readonly onExchange: (exchange: Exchange, durationMs: number) => void;
} {
  return {
    wrapTransport: (transport) => createLimitedTransport(transport, limiter),
    onExchange: (exchange, durationMs) => {
      limiter.observe(exchange, durationMs);
    },
  };
}

/** Adds one listener per signal, which cancels all requests that wait with this signal. */
class CancelsBySignal {
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

const cancelled: Exchange = { delivery: 'not_sent', reason: { code: 'cancelled' } };

function postWithPermit(
  request: Post,
  transport: Transport,
  limiter: RequestLimiter,
  waiting: CancelsBySignal,
): Promise<Exchange> {
  const { signal } = request;
  const cancels = waiting.findCancels(signal);
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

async function sendUnlessCancelled(
  request: Post,
  transport: Transport,
  limiter: RequestLimiter,
  resolve: (exchange: Exchange) => void,
): Promise<void> {
  const isCancelled = () => request.signal?.aborted === true;
  if (!isCancelled()) await request.afterDelay?.();
  if (isCancelled()) {
    resolve(cancelled);
    return;
  }
  resolve(await transport.post(request));
  // The answer may stop the run, which must happen before the next request gets the permit.
  await limiter.waitForPromises();
}
