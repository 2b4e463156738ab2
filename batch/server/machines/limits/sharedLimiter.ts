import type { CancelSignal, Exchange } from '../../../../src/transport.js';
import {
  InFlightRows,
  isOverload,
  type RequestLimiter,
  type RequestPermit,
} from '../../../engine/run/limiter.js';
import type { Permits } from './permits.js';
import type { RateGrants } from './rateGrants.js';

/** What the limiter is made of. */
export interface SharedLimiterOptions {
  readonly permits: Pick<Permits, 'concurrency' | 'take' | 'answered'>;
  readonly grants: Pick<RateGrants, 'take'>;
  /** Milliseconds on a clock that is never set back. */
  readonly now: () => number;
  /** Called with how long a request has waited for its permit and its grant, in milliseconds. */
  readonly onWaited?: ((ms: number) => void) | undefined;
}

/**
 * The limiter of a process that shares the limits with others. A request takes its permit and its grant before
 * its intent is written, and is sent right after that.
 */
export class SharedLimiter implements RequestLimiter {
  readonly #options: SharedLimiterOptions;
  readonly #rows: InFlightRows;
  #answerMs = 0;

  constructor(options: SharedLimiterOptions) {
    this.#options = options;
    this.#rows = new InFlightRows({
      concurrency: () => this.concurrency,
      promisesSettled: () => this.promisesSettled(),
    });
  }

  /** The number of requests that all processes may have in flight now. */
  get concurrency(): number {
    return this.#options.permits.concurrency;
  }

  get answerMs(): number {
    return this.#answerMs;
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

  /** Whatever begins takes its grant when it is sent. */
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
    if (exchange.delivery === 'answered') this.#answerMs = durationMs;
    void this.#options.permits.answered(!isOverload(exchange, durationMs));
  }

  readonly acquire = async (signal?: CancelSignal): Promise<RequestPermit | undefined> => {
    const { permits, grants, now, onWaited } = this.#options;
    const startMs = now();
    const permit = await permits.take(signal);
    if (permit === undefined) return undefined;
    const grant = await grants.take(signal);
    if (grant === undefined) {
      permit.release();
      return undefined;
    }
    onWaited?.(now() - startMs);
    return {
      run: async (send) => {
        try {
          await permit.send(signal);
          const sent = send();
          grant.done();
          return await sent;
        } finally {
          grant.done();
          permit.release();
        }
      },
      release: () => {
        grant.done();
        permit.release();
      },
    };
  };
}
