import type { Effect } from './operations.js';

/** The evidence from one attempt about whether the request took effect. */
export type Evidence =
  /** The connection was refused or timed out, DNS or TLS failed, or no byte was written. */
  | 'not_sent'
  /**
   * The connection was reset, closed, timed out or aborted after the request began; or a 408, or
   * any 5xx but `unavailable`, even with the contract's envelope.
   */
  | 'no_answer'
  /**
   * A 2xx that is not JSON, was cut short, or breaks the contract; a 3xx; a 4xx that reports a
   * success; or an error that contains a created ID.
   */
  | 'unreadable'
  /** 429. */
  | 'rate_limited'
  /** 503 with Retry-After. */
  | 'unavailable'
  /** An application error in the contract's envelope, or a 4xx that means "not carried out". */
  | 'refused'
  /** Any other 4xx without the contract's envelope: a proxy may send it after the service acted. */
  | 'unexplained'
  /** `Invalid Auth`, `Invalid authorization token`, 401, 403. */
  | 'unauthorized'
  | 'success';

export type Step =
  | 'retry'
  /**
   * Retries at the time that the service stated, or after the usual backoff if it stated no time.
   */
  | 'retry_at_stated_time'
  /** If the state cannot be determined, a person decides. */
  | 'check_state'
  /** Sends again unless the request took effect: the end state is the same. */
  | 'check_state_then_retry'
  | 'fail_row'
  | 'stop_run'
  | 'done';

/**
 * A `once` operation is sent again only on proof that the last attempt did not take effect. The
 * effect of a `repeatable` operation is looked up first, as the contract requires after a timeout
 * ("Requests").
 */
export const decisionTable: Readonly<Record<Evidence, Readonly<Record<Effect, Step>>>> = {
  not_sent: { read: 'retry', repeatable: 'retry', once: 'retry' },
  no_answer: { read: 'retry', repeatable: 'check_state_then_retry', once: 'check_state' },
  unreadable: { read: 'retry', repeatable: 'check_state', once: 'check_state' },
  rate_limited: {
    read: 'retry_at_stated_time',
    repeatable: 'retry_at_stated_time',
    once: 'retry_at_stated_time',
  },
  unavailable: {
    read: 'retry_at_stated_time',
    repeatable: 'retry_at_stated_time',
    once: 'check_state',
  },
  refused: { read: 'fail_row', repeatable: 'fail_row', once: 'fail_row' },
  unexplained: { read: 'retry', repeatable: 'check_state', once: 'check_state' },
  unauthorized: { read: 'stop_run', repeatable: 'stop_run', once: 'stop_run' },
  success: { read: 'done', repeatable: 'done', once: 'done' },
};

export function chooseStep(evidence: Evidence, effect: Effect): Step {
  return decisionTable[evidence][effect];
}
