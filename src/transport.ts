/** Whether a request reached the service, as far as that is known. */
export type Delivery = 'not_sent' | 'unknown' | 'answered';

/** Says when to stop; for example an AbortSignal. */
export interface CancelSignal {
  readonly aborted: boolean;
}

/** One `POST` with a JSON body. The transport adds the bearer token; the core never sees it. */
export interface Post {
  readonly url: string;
  readonly body: string;
  readonly signal?: CancelSignal | undefined;
  /** Asked right before the first byte is written; false leaves the request unsent. */
  readonly maySend?: (() => boolean) | undefined;
  /** The time limit of this request; by default the transport's own. */
  readonly timeoutMs?: number | undefined;
}

/** The outcome of one {@link Post}. */
export type Exchange =
  | {
      readonly delivery: 'answered';
      readonly httpStatus: number;
      /** As received, even if it was cut short. */
      readonly body: string;
      /** False when the connection ended before the body did. */
      readonly complete: boolean;
      /** Why a received body cannot be read, to follow "The answer"; `body` is then empty. */
      readonly unreadable?: string | undefined;
      /** The `Retry-After` header. */
      readonly retryAfter?: string | undefined;
      /** Milliseconds since the start of the request, if the transport knows. */
      readonly durationMs?: number | undefined;
    }
  /** `not_sent` only if it is certain that no byte of the request was written. */
  | {
      readonly delivery: 'not_sent' | 'unknown';
      readonly reason: string;
      /** What to do about it, as a sentence, if more is known than the reason. */
      readonly hint?: string | undefined;
      /** True if another attempt can do harm, such as locking the account of a proxy. */
      readonly isFinal?: boolean | undefined;
      /** Milliseconds since the start of the attempt. */
      readonly durationMs?: number | undefined;
    };

/**
 * Sends one request once and returns the outcome. Never throws, never retries, follows no redirect.
 * Limits the size of the body, and removes the token from `reason` and `body`.
 */
export interface Transport {
  post(request: Post): Promise<Exchange>;
}

/** Time and randomness, passed in so that the core is pure. */
export interface Timing {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Milliseconds since some moment; unlike `now` it is never set back. */
  readonly elapsed?: () => number;
  /** Resolves after the time, or early when the signal says so. */
  readonly sleep: (milliseconds: number, signal?: CancelSignal) => Promise<void>;
  /** From 0 up to but not including 1. */
  readonly random: () => number;
}
