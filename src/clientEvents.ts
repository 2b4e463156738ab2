import type { Answer } from './answer.js';
import type { Evidence } from './decisionTable.js';
import type { OperationName } from './operations.js';
import type { Delivery, Exchange } from './transport.js';

/**
 * The outcome of one attempt. For `rwa_retrieve` it also distinguishes a result that is still pending
 * from an unknown assessment.
 */
export type ExchangeOutcome = Evidence | 'pending' | 'not_found';

/** A request is about to be sent. Contains no input and no token, so that it can be logged. */
export interface RequestEvent {
  readonly operation: OperationName;
  /** 1 for the first attempt of a call, 2 for its first retry. */
  readonly attempt: number;
  /** When, in milliseconds since 1970. */
  readonly atMs: number;
  /** The `context` that the call was given. */
  readonly context?: unknown;
}

/** An attempt has ended, with an answer or without. Contains no value of the answer and no token. */
export interface ResponseEvent extends RequestEvent {
  /** Whether the request reached the service, as far as that is known. */
  readonly delivery: Delivery;
  readonly outcome: ExchangeOutcome;
  /** The HTTP status, if there was an answer. */
  readonly httpStatus?: number;
  /** Milliseconds from when the request began to be sent. */
  readonly durationMs: number;
}

/** Listeners for each exchange. Their errors are ignored, so that they cannot lose an answer. */
export interface ClientListeners {
  /** Called before every attempt, including retries and checks after a lost answer. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Called after every attempt. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
}

/** Calls a listener, if there is one, and keeps its errors away from the caller. */
export function tell<Event>(listener: ((event: Event) => unknown) | undefined, event: Event): void {
  try {
    // An async listener is allowed where nothing is wanted of one: its promise may be rejected.
    Promise.resolve(listener?.(event)).catch(() => undefined);
  } catch {
    // An answer that is lost because of a broken log cannot be fetched again.
  }
}

/** The event for the end of an exchange that began with `request`. */
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

/** Why the service has no result for an assessment, by its message; undefined for other messages. */
export function noResult(message: string): 'pending' | 'not_found' | undefined {
  if (message === 'Pending') return 'pending';
  return message === 'Not Found' ? 'not_found' : undefined;
}
