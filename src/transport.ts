/** What is known of a request's way to the service. */
export type Delivery = 'not_sent' | 'unknown' | 'answered';

/** Says when to stop; an AbortSignal is one. */
export interface CancelSignal {
  readonly aborted: boolean;
}

/** One `POST` with a JSON body. The transport adds the bearer token; the core never sees it. */
export interface Post {
  readonly url: string;
  readonly body: string;
  readonly signal?: CancelSignal | undefined;
  /** The most time for this request; the transport's own unless given. */
  readonly timeoutMs?: number | undefined;
}

/** What came of one {@link Post}. */
export type Exchange =
  | {
      readonly delivery: 'answered';
      readonly httpStatus: number;
      /** As it came, even when it was cut short. */
      readonly body: string;
      /** False when the connection ended before the body did. */
      readonly complete: boolean;
      /** Why a body that came cannot be read, after "The answer"; `body` is empty then. */
      readonly unreadable?: string | undefined;
      /** The `Retry-After` header. */
      readonly retryAfter?: string | undefined;
      /** Milliseconds from when it began to be sent, where the transport knows. */
      readonly durationMs?: number | undefined;
    }
  /** `not_sent` only where it is certain that no byte of the request was written. */
  | {
      readonly delivery: 'not_sent' | 'unknown';
      readonly reason: string;
      /** What to do about it, as a sentence, where more is known than the reason says. */
      readonly hint?: string | undefined;
      /** True where trying again can do harm, such as lock the account of a proxy. */
      readonly isFinal?: boolean | undefined;
      /** Milliseconds from when it began to be sent, or was meant to be. */
      readonly durationMs?: number | undefined;
    };

/**
 * Sends one request once and tells what became of it. Never throws, never retries, follows no
 * redirect. Bounds the body, and lets neither `reason` nor `body` hold the token.
 */
export interface Transport {
  post(request: Post): Promise<Exchange>;
}

/** Time and chance, passed in so that the core has neither. */
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
