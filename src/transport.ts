import type { BodyFault, ConnectionFault, RequestRemedy } from './requestMessages.js';

/** Whether a request reached the service, as far as that is known. */
export type Delivery = 'not_sent' | 'unknown' | 'answered';

/** A signal to stop, for example an AbortSignal. */
export interface CancelSignal {
  readonly aborted: boolean;
}

/** One `POST` with a JSON body. The transport adds the bearer token. */
export interface Post {
  readonly url: string;
  readonly body: string;
  readonly signal?: CancelSignal | undefined;
  /** Called right before the first byte is written; if false, the request is not sent. */
  readonly maySend?: (() => boolean) | undefined;
  /**
   * Awaited right before a delayed request is sent. If it rejects, the request is not sent, and
   * `post` rejects.
   */
  readonly afterDelay?: (() => Promise<void>) | undefined;
  /** The time limit, by default that of the transport. */
  readonly timeoutMs?: number | undefined;
}

/** The outcome of one {@link Post}. */
export type Exchange =
  | {
      readonly delivery: 'answered';
      readonly httpStatus: number;
      /** The body as received, even if it was cut short. */
      readonly body: string;
      /**
       * False if the end of the connection, the time limit or the size limit cut the body short.
       */
      readonly complete: boolean;
      /** Why the body cannot be read. A text completes "The answer …". `body` is then empty. */
      readonly unreadable?: string | BodyFault | undefined;
      readonly retryAfter?: string | undefined;
      readonly date?: string | undefined;
      /** Counted from the start of the request. */
      readonly durationMs?: number | undefined;
    }
  /** `not_sent` only if it is certain that no byte of the request was written. */
  | {
      readonly delivery: 'not_sent' | 'unknown';
      /** The reason; messages write a text after a colon. */
      readonly reason: string | ConnectionFault;
      readonly hint?: string | RequestRemedy | undefined;
      /** True if another attempt is useless or could do harm, such as locking an account of a proxy. */
      readonly isFinal?: boolean | undefined;
      /** Counted from the start of the attempt. */
      readonly durationMs?: number | undefined;
    };

/**
 * Sends a request once. Implementations throw only the error of `afterDelay`, never retry, and do
 * not follow redirects. They limit the size of the body, and remove the token from `reason`, `body`
 * and `unreadable`.
 */
export interface Transport {
  post(request: Post): Promise<Exchange>;
}

/** The clock and the timers. They are passed in to keep the core pure. */
export interface Timing {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock; unlike `now`, it never goes back. */
  readonly elapsed?: () => number;
  /** Resolves early when the signal aborts. */
  readonly sleep: (milliseconds: number, signal?: CancelSignal) => Promise<void>;
  /** Returns a number from 0 up to but not including 1. */
  readonly random: () => number;
}
