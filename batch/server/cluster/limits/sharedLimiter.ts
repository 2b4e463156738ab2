import type { CancelSignal, Timing } from '../../../../src/transport.js';
import { type ProcessLimits, RequestLimiter } from '../../../engine/run/limiter.js';
import { waitForPromises } from '../../../engine/run/processLimiter.js';
import { leaseMs, type Share } from './sharedLimits.js';

/** A process stops sending before its lease ends in the database, because a request takes a moment to leave. */
const usableMs = leaseMs - 1_500;
const renewMs = 1_000;
/** The interval of renewals while permits move between processes. */
const renewInTransitMs = 150;
/** A process gives its lease back after this time without work. */
const idleMs = 1_000;

export interface SharedLimiterOptions {
  /** Without `inUse`, gives the lease back. */
  readonly renew: (inUse?: number) => Promise<Share>;
  /** A clock that is never set back, and continues while the process is frozen. */
  readonly timing: Pick<Timing, 'now' | 'sleep'>;
  readonly onWaited?: ((ms: number) => void) | undefined;
}

/**
 * Leases a share of the shared limits while there are requests to send. Sends nothing while the lease may have expired.
 */
export class SharedLimiter extends RequestLimiter {
  readonly #options: SharedLimiterOptions;
  readonly #closing = new AbortController();
  #share: ProcessLimits = { concurrency: 0 };
  #certainUntilMs = Number.NEGATIVE_INFINITY;
  #lastUsedMs = Number.NEGATIVE_INFINITY;
  #renewing: Promise<void> | undefined;

  constructor(options: SharedLimiterOptions) {
    super({ ...options.timing, concurrency: 0, waitForPromises });
    this.#options = options;
  }

  override get concurrency(): number {
    return this.#options.timing.now() < this.#certainUntilMs ? super.concurrency : 0;
  }

  override acquireStart(signal?: CancelSignal): Promise<void> {
    return super.acquireStart(signal).then(this.#withLease(() => undefined));
  }

  override run<T>(send: () => Promise<T>, signal?: CancelSignal): Promise<T> {
    return super.run(this.#withLease(send), signal);
  }

  /** Gives the lease back when no request is in flight. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#renewing;
  }

  #withLease<T>(work: () => T): () => T {
    const { timing, onWaited } = this.#options;
    const startMs = timing.now();
    this.#renewing ??= this.#renewWhileUsed();
    return () => {
      this.#lastUsedMs = timing.now();
      onWaited?.(this.#lastUsedMs - startMs);
      return work();
    };
  }

  async #renewWhileUsed(): Promise<void> {
    const { timing, renew } = this.#options;
    const { signal } = this.#closing;
    const hasPaused = () => timing.now() - this.#lastUsedMs >= idleMs;
    const isUsed = () => this.isBusy || !(signal.aborted || hasPaused());
    do {
      const pauseMs = await this.#renew();
      await timing.sleep(pauseMs, signal.aborted ? undefined : signal);
    } while (isUsed());
    this.#certainUntilMs = Number.NEGATIVE_INFINITY;
    // A lease that cannot be given back expires.
    await renew().catch(() => undefined);
    this.#renewing = this.isBusy ? this.#renewWhileUsed() : undefined;
  }

  /** Resolves to the pause before the next renewal. */
  async #renew(): Promise<number> {
    const { timing, renew } = this.#options;
    const askedMs = timing.now();
    // If the lease may have expired, other processes may have its permits.
    const permits = askedMs < this.#certainUntilMs ? this.#share.concurrency : 0;
    const share = await renew(Math.max(permits, this.inFlight)).catch(() => undefined);
    if (share !== undefined) this.#certainUntilMs = askedMs + usableMs;
    this.#share = share ?? this.#share;
    this.setLimits(this.#share);
    return share?.isInTransit === true ? renewInTransitMs : renewMs;
  }
}
