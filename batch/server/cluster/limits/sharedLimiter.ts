import type { CancelSignal, Exchange, Timing } from '../../../../src/transport.js';
import {
  InFlightRows,
  isOverload,
  type RequestLimiter,
  type RequestPermit,
} from '../../../engine/run/limiter.js';
import { leaseMs, type Share, type Usage } from './shares.js';

/** A process stops before its lease ends in the database: clocks differ, and a request takes a moment to leave. */
const usableMs = leaseMs - 1_500;
const renewMs = 1_000;
/** For a process that waits until others have shrunk their shares, or that could not renew its own. */
const renewSoonMs = 150;
/** A process that has sent nothing for this time gives its share back. */
const idleMs = 1_000;
/** Requests may arrive closer together than they were sent, and the service counts what arrives. */
const spacingFactor = 1.02;
/** A delay is made up for, up to this time, or half of the time between two requests. */
const catchUpMs = 10;
/** Bounds the requests that are granted and not sent yet: a frozen process sends them together when it wakes up. */
const maxUnsentMs = 20;
/** How often a granted request looks whether it may be sent. */
const waitToSendMs = 20;

/** The parts of a limiter. */
export interface SharedLimiterOptions {
  /** Renews the share of this process; without usage, ends it. */
  readonly renew: (usage?: Usage) => Promise<Share>;
  /** The concurrency of all processes, before the first renewal. */
  readonly concurrency: number;
  /** Its clock is never set back, and continues while the process is frozen. */
  readonly timing: Pick<Timing, 'now' | 'sleep'>;
  /** Called with the time that a request has waited, in milliseconds. */
  readonly onWaited?: ((ms: number) => void) | undefined;
  /** Called when the share cannot be renewed, once until it can. */
  readonly onTrouble?: ((error: unknown) => void) | undefined;
}

interface Waiter {
  readonly signal: CancelSignal | undefined;
  readonly give: (permit?: RequestPermit) => void;
}

/** Limits the requests of a process to its share. While its lease is not certain, it sends nothing. */
export class SharedLimiter implements RequestLimiter {
  readonly #options: SharedLimiterOptions;
  readonly #rows: InFlightRows;
  readonly #waiting = new Set<Waiter>();
  #share: Share | undefined;
  #usableUntilMs = Number.NEGATIVE_INFINITY;
  /** Bounds the permits while their number in the database is not certain. */
  #reported = Infinity;
  /** Granted permits, and those of them whose request is not sent yet. */
  #out = 0;
  #unsent = 0;
  #good = 0;
  #isOverloaded = false;
  #isTroubled = false;
  /** When the next request may go by the rate; sooner after a pause, if there is a burst. */
  #nextMs = 0;
  #isDue = false;
  #lastUseMs = 0;
  #renewing: Promise<void> | undefined;
  #nap = new AbortController();
  #isClosed = false;
  answerMs = 0;

  constructor(options: SharedLimiterOptions) {
    this.#options = options;
    const [concurrency, promisesSettled] = [() => this.concurrency, () => this.promisesSettled()];
    this.#rows = new InFlightRows({ concurrency, promisesSettled });
  }

  get concurrency(): number {
    return this.#share?.now ?? this.#options.concurrency;
  }

  /** The requests that this process may have in flight. */
  get held(): number {
    return this.#isUsable ? (this.#share?.permits ?? 0) : 0;
  }

  promisesSettled(): Promise<unknown> {
    return new Promise<void>((resolve) => {
      process.nextTick(resolve);
    });
  }

  async run<T>(send: () => Promise<T>, signal?: CancelSignal): Promise<T> {
    const permit = await this.acquire(signal);
    return permit === undefined ? send() : permit.run(send);
  }

  /** Rows and polls wait when they are sent. */
  acquireStart(): Promise<void> {
    return Promise.resolve();
  }

  waitForSlot(): Promise<void> {
    return this.#rows.waitForSlot();
  }

  runRow<T>(work: () => Promise<T>): Promise<T> {
    return this.#rows.run(work);
  }

  observe(exchange: Exchange, durationMs: number): void {
    if (exchange.delivery === 'answered') this.answerMs = durationMs;
    if (!isOverload(exchange, durationMs)) this.#good++;
    else {
      this.#isOverloaded = true;
      this.#nap.abort();
    }
  }

  readonly acquire = async (signal?: CancelSignal): Promise<RequestPermit | undefined> => {
    const { timing, onWaited } = this.#options;
    const startMs = timing.now();
    const { promise, resolve } = Promise.withResolvers<RequestPermit | undefined>();
    const waiter: Waiter = {
      signal,
      give: (permit) => {
        this.#waiting.delete(waiter);
        if (signal instanceof AbortSignal) signal.removeEventListener('abort', cancel);
        resolve(permit);
      },
    };
    const cancel = () => {
      waiter.give();
    };
    if (signal instanceof AbortSignal) signal.addEventListener('abort', cancel);
    this.#waiting.add(waiter);
    this.#serve();
    const permit = await promise;
    if (permit !== undefined) onWaited?.(timing.now() - startMs);
    return permit;
  };

  /** Gives the share back, once nothing is in flight. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#nap.abort();
    await this.#renewing;
  }

  get #isUsable(): boolean {
    return this.#options.timing.now() < this.#usableUntilMs;
  }

  get #maySend(): boolean {
    const sent = this.#out - this.#unsent;
    return this.#isUsable && sent < Math.min(this.#share?.permits ?? 0, this.#reported);
  }

  /** Grants permits to those that wait, as far as the share allows now. */
  #serve(): void {
    for (const { signal, give } of this.#waiting) {
      const waitMs = signal?.aborted === true ? 0 : this.#waitMs();
      if (waitMs > 0) {
        this.#renewing ??= this.#keepRenewing();
        if (Number.isFinite(waitMs)) this.#serveIn(waitMs);
        return;
      }
      give(signal?.aborted === true ? undefined : this.#grant(signal));
    }
  }

  #serveIn(ms: number): void {
    if (this.#isDue) return;
    this.#isDue = true;
    void this.#options.timing.sleep(ms).then(() => {
      this.#isDue = false;
      this.#serve();
    });
  }

  /** The time between two requests of this process; 0 without a rate. */
  get #spacingMs(): number {
    const { perSecond = null, permits = 0, now = 1 } = this.#share ?? {};
    return perSecond === null ? 0 : (1_000 * spacingFactor * now) / (perSecond * permits);
  }

  /** Returns how long the next permit has to wait by the rate; Infinity if it waits for something else. */
  #waitMs(): number {
    const { permits = 0, now = 1, burst = 1 } = this.#share ?? {};
    if (!this.#isUsable || this.#out >= Math.min(permits, this.#reported)) return Infinity;
    const spacingMs = this.#spacingMs;
    if (spacingMs === 0) return 0;
    if (this.#unsent >= Math.max(1, Math.floor(maxUnsentMs / spacingMs))) return Infinity;
    const savedMs = Math.max(0, Math.floor((burst * permits) / now) - 1) * spacingMs;
    return this.#nextMs - savedMs - this.#options.timing.now();
  }

  #grant(signal: CancelSignal | undefined): RequestPermit {
    const { timing } = this.#options;
    const spacingMs = this.#spacingMs;
    const startMs = timing.now() - Math.max(catchUpMs, spacingMs / 2);
    this.#nextMs = Math.max(this.#nextMs, startMs) + spacingMs;
    this.#out++;
    this.#unsent++;
    let state: 'granted' | 'sent' | 'ended' = 'granted';
    const release = () => {
      if (state === 'ended') return;
      if (state === 'granted') this.#unsent--;
      state = 'ended';
      this.#out--;
      this.#lastUseMs = timing.now();
      this.#serve();
    };
    return {
      release,
      run: async (send) => {
        // The share may have shrunk since, or the lease has ended while the process was frozen. A request whose
        // signal is aborted is not sent.
        while (!this.#maySend && signal?.aborted !== true) await timing.sleep(waitToSendMs, signal);
        try {
          const sent = send();
          state = 'sent';
          this.#unsent--;
          this.#serve();
          return await sent;
        } finally {
          release();
        }
      },
    };
  }

  /** Renews the share while there is something to send, then ends it. */
  async #keepRenewing(): Promise<void> {
    const { timing } = this.#options;
    const isBusy = () => this.#out > 0 || (this.#waiting.size > 0 && !this.#isClosed);
    for (let pauseMs = 0; isBusy() || timing.now() - this.#lastUseMs < idleMs;) {
      pauseMs = await this.#renew();
      this.#nap = new AbortController();
      this.#serve();
      if (this.#isClosed && !isBusy()) break;
      await timing.sleep(pauseMs, this.#nap.signal);
    }
    this.#usableUntilMs = Number.NEGATIVE_INFINITY;
    await this.#options.renew().catch(() => undefined);
    this.#renewing = undefined;
    this.#serve();
  }

  /** Resolves to the pause before the next renewal. */
  async #renew(): Promise<number> {
    const { timing, renew, onTrouble } = this.#options;
    const usage = { inFlight: this.#out, good: this.#good, isOverloaded: this.#isOverloaded };
    const askedMs = timing.now();
    this.#reported = this.#out;
    try {
      this.#share = await renew(usage);
    } catch (error) {
      if (!this.#isTroubled) onTrouble?.(error);
      this.#isTroubled = true;
      return renewSoonMs;
    }
    this.#isTroubled = false;
    this.#usableUntilMs = askedMs + usableMs;
    this.#reported = Infinity;
    this.#good = usage.isOverloaded ? 0 : this.#good - usage.good;
    this.#isOverloaded &&= !usage.isOverloaded;
    // A share that has grown must not wait as long as a smaller one.
    this.#nextMs = Math.min(
      this.#nextMs,
      timing.now() + Math.max(1, this.#share.burst) * this.#spacingMs,
    );
    return this.#share.isShort ? renewSoonMs : renewMs;
  }
}
