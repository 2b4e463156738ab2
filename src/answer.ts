import { z } from 'zod/v4';
import type { Evidence } from './decisionTable.js';
import type { FieldError } from './failure.js';
import { type OperationName, type ResponseOf, operations } from './operations.js';
import type { Exchange } from './transport.js';

/** An exchange as it is understood: the evidence, and what goes with it. */
export type Answer<O extends OperationName> =
  | { readonly evidence: 'success'; readonly value: ResponseOf<O> }
  | {
      readonly evidence: Exclude<Evidence, 'success'>;
      /** What happened, as a sentence; the service's own words where it gave any. */
      readonly message: string;
      /** The service's own `message`, to tell one refusal from another. */
      readonly serviceMessage?: string | undefined;
      readonly errors?: readonly FieldError[] | undefined;
      /** The field that breaks the contract, or that the service refused. */
      readonly field?: string | undefined;
      /** From the Retry-After header. */
      readonly retryAfterMs?: number | undefined;
    };

/** The messages by which the service refuses a token (contract, "Authentication"). */
export const unauthorizedMessages: readonly string[] = [
  'Invalid Auth',
  'Invalid authorization token',
];

const errorSchema = z.looseObject({
  status: z.literal('error'),
  message: z.string().optional(),
  errors: z.array(z.looseObject({ field: z.string(), message: z.string() })).optional(),
});

const anyEnvelope = z.looseObject({ status: z.string() });

/**
 * Reads what came back. HTTP 200 with `status: error` is an error; an error that names neither a
 * message nor errors is not of the contract, and neither is a body without `status`.
 * `nowMs` turns a Retry-After date into a time span.
 */
export function readAnswer<O extends OperationName>(
  operation: O,
  exchange: Exchange,
  nowMs: number,
): Answer<O> {
  if (exchange.delivery !== 'answered') {
    return {
      evidence: exchange.delivery === 'not_sent' ? 'not_sent' : 'no_answer',
      message:
        exchange.delivery === 'not_sent'
          ? `The service could not be reached: ${exchange.reason}`
          : `No answer came: ${exchange.reason}`,
    };
  }
  const { httpStatus, body, complete, retryAfter } = exchange;
  const json = complete ? parseJson(body) : undefined;
  const refusal = readRefusal(json);
  const byStatus = evidenceOfStatus(httpStatus, retryAfter !== undefined);

  if (byStatus === 'refused' || byStatus === 'ok') {
    if (refusal !== undefined) return refusal;
  }
  if (byStatus !== 'ok') {
    const words = refusal?.message;
    return {
      ...refusal,
      evidence: byStatus,
      message:
        words === undefined
          ? `The service answered HTTP ${httpStatus}.`
          : `HTTP ${httpStatus}: ${words}`,
      retryAfterMs: readRetryAfter(retryAfter, nowMs),
    };
  }
  if (!complete) return unreadable('The answer was cut short.');
  if (json === undefined) return unreadable(`The answer is not JSON but ${describe(body)}.`);
  return readSuccess(operation, json);
}

function readRefusal(json: unknown): Exclude<Answer<never>, { evidence: 'success' }> | undefined {
  const parsed = errorSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const { message, errors } = parsed.data;
  const first = errors?.[0];
  if (message === undefined && first === undefined) return undefined;
  const words = message ?? errors?.map((error) => error.message).join('; ') ?? '';
  return {
    evidence: unauthorizedMessages.includes(words) ? 'unauthorized' : 'refused',
    message: words,
    serviceMessage: message,
    errors,
    field: first?.field,
  };
}

function readSuccess<O extends OperationName>(operation: O, json: unknown): Answer<O> {
  const envelope = anyEnvelope.safeParse(json);
  if (!envelope.success) return unreadable('The answer has no status.', 'status');
  if (envelope.data.status !== 'success') {
    return unreadable(`The answer has the status ${quote(envelope.data.status)}.`, 'status');
  }
  const schema: z.ZodType = operations[operation].response;
  const parsed = schema.safeParse(json);
  if (parsed.success) return { evidence: 'success', value: parsed.data as ResponseOf<O> };
  const [issue] = parsed.error.issues;
  const field = issue?.path.join('.') ?? '';
  return unreadable(`The answer breaks the contract: ${field} ${issue?.message ?? ''}.`, field);
}

/** The table of the design, by HTTP status alone. Redirects are not followed: not of the contract. */
function evidenceOfStatus(
  status: number,
  hasRetryAfter: boolean,
): 'ok' | Exclude<Evidence, 'success' | 'not_sent'> {
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 408) return 'no_answer';
  if (status === 429) return 'rate_limited';
  if (status >= 400 && status < 500) return 'refused';
  if (status === 503 && hasRetryAfter) return 'unavailable';
  if (status >= 500) return 'no_answer';
  return status >= 200 && status < 300 ? 'ok' : 'unreadable';
}

function unreadable(message: string, field?: string) {
  return { evidence: 'unreadable', message, field } as const;
}

/** Seconds or an HTTP date, as milliseconds from now. */
function readRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  if (header === undefined) return undefined;
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - nowMs;
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function describe(body: string): string {
  const start = body.trimStart();
  if (start === '') return 'empty';
  return start.startsWith('<') ? 'a web page' : quote(start.slice(0, 40));
}

function quote(text: string): string {
  return `"${text.replaceAll(/\s+/g, ' ')}"`;
}
