import type { Answer } from './answer.js';
import type { Evidence } from './decisionTable.js';
import type { OperationName } from './operations.js';
import type { Delivery, Exchange } from './transport.js';

/**
 * What one sending of a request came to. Of `rwa_retrieve` it also tells apart a result that is still
 * being calculated and an assessment that the service does not know.
 */
export type ExchangeOutcome = Evidence | 'pending' | 'not_found';

/** A request is about to be sent. Holds no input and no token, so that it can be logged as it is. */
export interface RequestEvent {
  readonly operation: OperationName;
  /** 1 for the first sending of a call, 2 for its first retry. */
  readonly attempt: number;
  /** When, in milliseconds since 1970. */
  readonly atMs: number;
  /** The `context` that the call was given. */
  readonly context?: unknown;
}

/** An answer has come, or none will come any more. Holds no value of the answer and no token. */
export interface ResponseEvent extends RequestEvent {
  /** Whether the request reached the service, as far as that is known. */
  readonly delivery: Delivery;
  readonly outcome: ExchangeOutcome;
  /** Of an answer. */
  readonly httpStatus?: number;
  /** Milliseconds from when the request began to be sent. */
  readonly durationMs: number;
}

/** Who hears of each exchange. What a listener throws is ignored: it must not cost an answer. */
export interface ClientListeners {
  /** Hears of every sending before it, retries and look-ups after a lost answer included. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Hears what came of every sending. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
}

/** Calls a listener, if there is one, and keeps its errors away from the caller. */
export function tell<Event>(listener: ((event: Event) => void) | undefined, event: Event): void {
  try {
    listener?.(event);
  } catch {
    // An answer that is lost by a broken log could not be had again.
  }
}

/** The event of an exchange whose request was told as `request`. */
export function responseEvent<O extends OperationName>(
  request: RequestEvent,
  exchange: Exchange,
  answer: Answer<O>,
  atMs: number,
): ResponseEvent {
  return {
    ...request,
    atMs,
    delivery: exchange.delivery,
    outcome: outcomeOf(request.operation, answer),
    ...(exchange.delivery === 'answered' ? { httpStatus: exchange.httpStatus } : {}),
    durationMs: exchange.durationMs ?? atMs - request.atMs,
  };
}

function outcomeOf<O extends OperationName>(
  operation: OperationName,
  answer: Answer<O>,
): ExchangeOutcome {
  if (operation !== 'rwa_retrieve' || answer.evidence !== 'refused') return answer.evidence;
  return noResult(answer.message) ?? 'refused';
}

/** Why the service has no result for an assessment, by what it said; undefined for anything else. */
export function noResult(message: string): 'pending' | 'not_found' | undefined {
  if (message === 'Pending') return 'pending';
  return message === 'Not Found' ? 'not_found' : undefined;
}
