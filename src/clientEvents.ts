import type { Answer } from './answer.js';
import type { Evidence } from './decisionTable.js';
import type { OperationName } from './operations.js';
import type { RequestMessage } from './requestMessages.js';
import type { Delivery, Exchange } from './transport.js';

/** Only `rwa_retrieve` has `pending` and `not_found`. A `cancelled` request was not sent. */
export type ExchangeOutcome = Evidence | 'pending' | 'not_found' | 'cancelled';

/** An event that can be logged: apart from `context`, it has no input and no token. */
export interface RequestEvent {
  readonly operation: OperationName;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  readonly context?: unknown;
}

/** An event that can be logged: apart from `context`, it has no result and no token. */
export interface ResponseEvent extends RequestEvent {
  readonly delivery: Delivery;
  readonly outcome: ExchangeOutcome;
  readonly httpStatus?: number;
  /** The duration, counted from the start of the request. */
  readonly durationMs: number;
}

export interface ClientListeners {
  /** Called for each request, including retries and checks after a lost answer. */
  readonly onRequest?: ((event: RequestEvent) => void) | undefined;
  /** Not called if a `SendRecord` has thrown during the attempt. */
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

export function readMissingResult(reason: RequestMessage): 'pending' | 'not_found' | undefined {
  if (reason.code !== 'service') return undefined;
  if (reason.text === 'Pending') return 'pending';
  return reason.text === 'Not Found' ? 'not_found' : undefined;
}
