import type { Answer } from './answer.js';
import type { Evidence } from './decisionTable.js';
import type { OperationName } from './operations.js';
import type { RequestMessage } from './requestMessages.js';
import type { Delivery, Exchange } from './transport.js';

/**
 * The outcome of one attempt. Only `rwa_retrieve` has the outcomes `pending` and `not_found`; a
 * `cancelled` request was not sent.
 */
export type ExchangeOutcome = Evidence | 'pending' | 'not_found' | 'cancelled';

/**
 * The event before a request is sent. Apart from `context`, it has no input and no token, so that it
 * can be logged.
 */
export interface RequestEvent {
  readonly operation: OperationName;
  /** 1 for the first attempt of a call, 2 for its first retry. */
  readonly attempt: number;
  /** In milliseconds since 1970. */
  readonly atMs: number;
  /** The `context` of the call. */
  readonly context?: unknown;
}

/**
 * The event after an attempt, with or without an answer. Apart from `context`, it has no result and no
 * token.
 */
export interface ResponseEvent extends RequestEvent {
  /** Whether the request reached the service, as far as that is known. */
  readonly delivery: Delivery;
  readonly outcome: ExchangeOutcome;
  /** The HTTP status, if there was an answer. */
  readonly httpStatus?: number;
  /** In milliseconds, since the request was started. */
  readonly durationMs: number;
}

/** Listeners for each exchange. Their errors are ignored, so that they cannot lose an answer. */
export interface ClientListeners {
  /** Called before every attempt, including retries and checks after a lost answer. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Called after every attempt, unless a `SendRecord` has thrown during it. */
  readonly onResponse?: ((event: ResponseEvent) => void) | undefined;
}

export function notifyListener<Event>(
  listener: ((event: Event) => unknown) | undefined,
  event: Event,
): void {
  try {
    // The errors of async listeners are ignored, too.
    Promise.resolve(listener?.(event)).catch(() => undefined);
  } catch {
    // A failing listener must not lose the answer.
  }
}

export function createResponseEvent<O extends OperationName>(
  request: RequestEvent,
  exchange: Exchange,
  answer: Answer<O>,
  { atMs, isCancelled }: { readonly atMs: number; readonly isCancelled: boolean },
): ResponseEvent {
  return {
    ...request,
    atMs,
    delivery: exchange.delivery,
    outcome:
      isCancelled && exchange.delivery === 'not_sent'
        ? 'cancelled'
        : toOutcome(request.operation, answer),
    ...(exchange.delivery === 'answered' ? { httpStatus: exchange.httpStatus } : {}),
    durationMs: exchange.durationMs ?? atMs - request.atMs,
  };
}

function toOutcome<O extends OperationName>(
  operation: OperationName,
  answer: Answer<O>,
): ExchangeOutcome {
  if (operation !== 'rwa_retrieve' || answer.evidence !== 'refused') return answer.evidence;
  return readMissingResult(answer.reason) ?? 'refused';
}

/** Returns why the service has no result for an assessment, or undefined for other messages. */
export function readMissingResult(reason: RequestMessage): 'pending' | 'not_found' | undefined {
  if (reason.code !== 'service') return undefined;
  if (reason.text === 'Pending') return 'pending';
  return reason.text === 'Not Found' ? 'not_found' : undefined;
}
