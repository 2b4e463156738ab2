import type { CancelSignal } from './transport.js';

/**
 * Records sent requests outside the memory of this process, for operations with effect `once`.
 * `intend` is awaited before every attempt, and again right before the request is sent, if the
 * transport has delayed it for long. `release` is awaited once it is proven that the attempt did not
 * take effect. An attempt that was intended and never released may have taken effect.
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
   * Called right before the first byte of a request is written; if it returns false, the request is not
   * sent. May be called at other times, too.
   */
  readonly maySend?: (() => boolean) | undefined;
  /** Records what this call sends, for operations that must not be sent twice. */
  readonly record?: SendRecord | undefined;
  /** The time limit of each attempt, in milliseconds. */
  readonly timeoutMs?: number | undefined;
  /** The maximum number of attempts; 1 for no retry. */
  readonly maxAttempts?: number | undefined;
  /** Anything that identifies this call in the events. It is not sent. */
  readonly context?: unknown;
}
