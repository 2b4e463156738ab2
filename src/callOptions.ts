import type { CancelSignal } from './transport.js';

/**
 * Records sent requests outside of this process, for operations with effect `once`. `intend` is
 * awaited before every attempt, and again if the transport has delayed the request for long.
 * `release` is awaited once it is proven that the attempt did not take effect: without it, the
 * attempt may have taken effect.
 */
export interface SendRecord {
  intend(attempt: number): Promise<void>;
  release(reason: string): Promise<void>;
}

/** Settings for one call, which override those of the client. */
export interface CallOptions {
  /** Stops retries and waiting; a request in flight is left to the transport. */
  readonly signal?: CancelSignal | undefined;
  /**
   * Called right before the first byte is written, perhaps also earlier; if false, nothing is sent.
   */
  readonly maySend?: (() => boolean) | undefined;
  readonly record?: SendRecord | undefined;
  /** The time limit of each attempt, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** The maximum number of attempts; with 1, nothing is retried. */
  readonly maxAttempts?: number | undefined;
  /** Identifies this call in the events; it is not sent. */
  readonly context?: unknown;
}
