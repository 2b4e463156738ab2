import type { BodyFault, ConnectionFault, RequestRemedy } from './requestMessages.js';

/** Whether a request reached the service, as far as that is known. */
export type Delivery = 'not_sent' | 'unknown' | 'answered';

/** A signal to stop, for example an AbortSignal. */
export interface CancelSignal {
  readonly aborted: boolean;
}

/** One `POST` with a JSON body. The transport adds the bearer token; the `Client` never has it. */
export interface Post {
  readonly url: string;
  readonly body: string;
  readonly signal?: CancelSignal | undefined;
  /** Called right before the first byte is written; if false, the request is not sent. */
  readonly maySend?: (() => boolean) | undefined;
  /**
   * Awaited right before the request is sent, by a transport that has delayed it. If the promise
   * rejects, the request is not sent, and `post` rejects.
   */
  readonly afterDelay?: (() => Promise<void>) | undefined;
  /** The time limit of this request; by default the transport's own. */
  readonly timeoutMs?: number | undefined;
}

/** The outcome of one {@link Post}. */
export type Exchange =
  | {
      readonly delivery: 'answered';
      readonly httpStatus: number;
      /** The body as received, even if it was cut short. */
      readonly body: string;
      /** False if the body was cut short by the end of the connection, the time limit or the size limit. */
      readonly complete: boolean;
      /** Why the body cannot be read. A text completes "The answer …". `body` is then empty. */
      readonly unreadable?: string | BodyFault | undefined;
      /** The `Retry-After` header. */
      readonly retryAfter?: string | undefined;
      /** The `Date` header. */
      readonly date?: string | undefined;
      /** Milliseconds since the start of the request, if the transport knows. */
      readonly durationMs?: number | undefined;
    }
  /** `not_sent` only if it is certain that no byte of the request was written. */
  | {
      readonly delivery: 'not_sent' | 'unknown';
      /** Why there is no answer. If it is a text, messages write it after a colon. */
      readonly reason: string | ConnectionFault;
      /** Advice, as a sentence or a code, if the transport can give any. */
      readonly hint?: string | RequestRemedy | undefined;
      /** True if another attempt is useless or could do harm, such as locking an account of a proxy. */
      readonly isFinal?: boolean | undefined;
      /** Milliseconds since the start of the attempt. */
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

/** Time and randomness, passed in to keep the core pure. */
export interface Timing {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds of a monotonic clock; unlike `now`, it never goes back. */
  readonly elapsed?: () => number;
  /** Resolves after this time, or when the signal aborts. */
  readonly sleep: (milliseconds: number, signal?: CancelSignal) => Promise<void>;
  /** From 0 up to but not including 1. */
  readonly random: () => number;
}
