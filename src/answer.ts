import { z } from 'zod/v4';
import type { Evidence } from './decisionTable.js';
import { findJsonEnd, parseJson, readEnvelopeStatus, readEnvelopeSuccess } from './envelope.js';
import type { FieldError } from './failure.js';
import { describe, isWebPage, sanitizedMessage, quote } from './sanitizedMessage.js';
import {
  type Operation,
  type OperationName,
  type OperationResponse,
  operations,
} from './operations.js';
import { platformWords } from './platformError.js';
import { classifyStatus } from './statusEvidence.js';
import type { Exchange } from './transport.js';

/** The meaning of an exchange: the evidence, and its details. */
export type Answer<O extends OperationName> =
  | { readonly evidence: 'success'; readonly value: OperationResponse<O> }
  | {
      readonly evidence: Exclude<Evidence, 'success'>;
      /** The service's own words if it gave any, otherwise a sentence about what happened. */
      readonly message: string;
      /** The service's own `message`, to distinguish refusals. */
      readonly serviceMessage?: string | undefined;
      readonly errors?: readonly FieldError[] | undefined;
      /** The field that breaks the contract, or that the service refused. */
      readonly field?: string | undefined;
      /** From the Retry-After header. */
      readonly retryAfterMs?: number | undefined;
      /** Advice that replaces or completes the usual one, for example about a wrong base URL. */
      readonly hint?: string | undefined;
    };

/** The messages by which the service refuses a token (contract, "Wrong tokens"). */
export const unauthorizedMessages: readonly string[] = [
  'Invalid Auth',
  'Invalid authorization token',
];

// Advice on refusals that the contract explains better than their text.
const refusalHints: Readonly<Record<string, string>> = {
  'Could not create pending user':
    'This email address may already have an account: check in the service, and check the details.',
};

const baseUrlHint =
  'Check that the base URL is that of the service and ends before the name of the operation.';

// Answers are read loosely: unusable parts of an error are ignored, the error itself never is.
const errorSchema = z.looseObject({
  status: z.literal('error'),
  message: z.string().catch(''),
  errors: z.array(z.unknown()).catch([]),
});

const fieldErrorSchema = z.looseObject({ field: z.string().catch(''), message: z.string() });

/**
 * Reads an answer. HTTP 200 with `status: error` is an error. Answers that break the contract include
 * an error with neither a message nor errors, a body without `status`, a success with an HTTP status
 * from 400 to 499, and an error that contains the ID of a created assessment or account. `nowMs` is
 * needed to turn a Retry-After date into a time span.
 */
export function readAnswer<O extends OperationName>(
  operation: O,
  exchange: Exchange,
  nowMs: number,
): Answer<O> {
  const answer = readEnvelope(operation, exchange, nowMs);
  if (exchange.delivery !== 'answered') return answer;
  if (answer.evidence === 'success' || answer.evidence === 'unreadable') return answer;
  const { createdId: idName }: Operation = operations[operation];
  const id = idName === undefined ? undefined : findId(idName, parseJson(exchange.body));
  if (id === undefined) return answer;
  const contradiction = `The answer contradicts itself: it is an error, but has the ${idName} ${quote(id)}.`;
  return unreadable(`${contradiction} It says: ${answer.message}`, 'status');
}

/** Finds the ID of the created assessment or account, inside `response` or beside it. */
function findId(idName: string, json: unknown): string | undefined {
  const answer = answerSchema.safeParse(json).data;
  const ids = [answer?.response?.[idName], answer?.[idName]];
  return ids.map((id) => (typeof id === 'number' ? `${id}` : id)).find(isFilled);
}

const answerSchema = z.looseObject({ response: z.looseObject({}).optional().catch(undefined) });

function isFilled(id: unknown): id is string {
  return typeof id === 'string' && id.trim() !== '';
}

/** Reads an answer without looking for an ID in an error. */
function readEnvelope<O extends OperationName>(
  operation: O,
  exchange: Exchange,
  nowMs: number,
): Answer<O> {
  if (exchange.delivery !== 'answered') {
    return {
      evidence: exchange.delivery === 'not_sent' ? 'not_sent' : 'no_answer',
      message:
        exchange.delivery === 'not_sent'
          ? `The service could not be reached: ${sanitizedMessage(exchange.reason)}`
          : `No answer: ${sanitizedMessage(exchange.reason)}`,
      hint: exchange.hint,
    };
  }
  const { httpStatus, body, complete, unreadable: unreadableReason } = exchange;
  const json = complete ? parseJson(body) : undefined;
  const refusal = readRefusal(json);
  const retryAfterMs = readRetryAfter(exchange.retryAfter, nowMs);
  const statusEvidence = classifyStatus(httpStatus, retryAfterMs !== undefined);

  // Envelopes are read loosely. But if the status proves nothing, the envelope is the only proof. As
  // many proxies also answer `status: error`, it must then contain the contract's `success: false`.
  const isTrusted =
    statusEvidence === 'ok' ||
    statusEvidence === 'refused' ||
    (statusEvidence === 'unexplained' && readEnvelopeSuccess(json) === false);
  if (isTrusted && refusal !== undefined) return refusal;
  if (statusEvidence !== 'ok') {
    // Some 4xx prove that nothing took effect, but not if their body reports a success.
    const isSuccess = readEnvelopeStatus(json) === 'success' || readEnvelopeSuccess(json) === true;
    if (httpStatus >= 400 && httpStatus < 500 && isSuccess) {
      return unreadable(`The answer says success, but has HTTP status ${httpStatus}.`, 'status');
    }
    // A redirect, or a 404 without the contract's envelope, probably comes from another server.
    const mayBeWrongUrl = httpStatus < 400 || (httpStatus === 404 && refusal === undefined);
    return {
      ...refusal,
      evidence: statusEvidence,
      message: describeStatus(
        exchange,
        refusal?.message ?? platformWords(json),
        describeWait(retryAfterMs, nowMs),
      ),
      retryAfterMs,
      hint: mayBeWrongUrl ? baseUrlHint : undefined,
    };
  }
  if (!complete) return unreadable('The answer was cut short.');
  if (unreadableReason !== undefined) {
    return unreadable(`The answer ${unreadableReason}.`, 'Content-Encoding');
  }
  if (json === undefined) {
    // Broken JSON may contain scores and names, so it is not quoted.
    if (/^\s*[{[]/.test(body)) return unreadable(`The answer is ${describeBrokenJson(body)}.`);
    const message = `The answer is not JSON but ${describe(body)}.`;
    return { ...unreadable(message), hint: isWebPage(body) ? baseUrlHint : undefined };
  }
  return readSuccess(operation, json);
}

function describeBrokenJson(body: string): string {
  const end = findJsonEnd(body);
  if (end < 0) return 'incomplete JSON';
  const isJsonBeforeText = parseJson(body.slice(0, end)) !== undefined;
  return isJsonBeforeText ? 'JSON followed by other text' : 'not valid JSON';
}

/** Reads an error in the contract's envelope; returns undefined for anything else. */
function readRefusal(json: unknown): Exclude<Answer<never>, { evidence: 'success' }> | undefined {
  if (readEnvelopeStatus(json) !== 'error' || readEnvelopeSuccess(json) === true) return undefined;
  const parsed = errorSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const { message } = parsed.data;
  const errors = parsed.data.errors.flatMap(
    (entry) => fieldErrorSchema.safeParse(entry).data ?? [],
  );
  const texts = [message, ...errors.map((error) => error.message)].filter((text) => text.trim());
  if (texts.length === 0) return undefined;
  return {
    evidence: texts.some((text) => unauthorizedMessages.includes(text))
      ? 'unauthorized'
      : 'refused',
    message: sanitizedMessage([...new Set(texts)].join('; ')),
    serviceMessage: message === '' ? undefined : sanitizedMessage(message),
    errors: errors.length === 0 ? undefined : errors.map(sanitizedError),
    field: errors.map(sanitizedError).find(({ field }) => field !== '')?.field,
    hint: texts.flatMap((text) => refusalHints[text] ?? []).at(0),
  };
}

function readSuccess<O extends OperationName>(operation: O, json: unknown): Answer<O> {
  const status = readEnvelopeStatus(json);
  if (status === undefined) return unreadable(describeWithoutStatus(json), 'status');
  if (status === 'error' && readEnvelopeSuccess(json) === true)
    return unreadable(
      'The answer contradicts itself: the status is error, but success is true.',
      'success',
    );
  if (status === 'error') return unreadable('The answer is an error without a reason.', 'status');
  if (status !== 'success')
    return unreadable(`The answer has the status ${quote(status)}.`, 'status');
  if (readEnvelopeSuccess(json) === false)
    return unreadable(
      'The answer contradicts itself: the status is success, but success is false.',
      'success',
    );
  const schema: z.ZodType = operations[operation].response;
  const parsed = schema.safeParse(json, {
    error: ({ input }) => (input === undefined ? 'is missing' : 'is not as in the contract'),
  });
  if (parsed.success) return { evidence: 'success', value: parsed.data as OperationResponse<O> };
  const { issues } = parsed.error;
  const breaches = issues.map(({ path, message }) => `${path.join('.')} ${message}`);
  return unreadable(
    `The answer breaks the contract: ${breaches.join('; ')}.`,
    issues[0]?.path.join('.'),
  );
}

function unreadable(message: string, field?: string) {
  return { evidence: 'unreadable', message, field } as const;
}

/** Reads a Retry-After header (seconds or an HTTP date); returns milliseconds from now. */
function readRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const atMs = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}

function describeWithoutStatus(json: unknown): string {
  const words = platformWords(json);
  return words === undefined
    ? 'The answer has no status.'
    : `The answer has no status from the contract; it says: ${words}`;
}

function describeStatus(
  { httpStatus, body, unreadable: reason }: Extract<Exchange, { delivery: 'answered' }>,
  words: string | undefined,
  wait: string,
): string {
  if (words !== undefined) return `HTTP ${httpStatus}: ${words}`;
  const content = body.trim() === '' ? '' : ` with ${describe(body)}`;
  const details = reason === undefined ? content : `; the answer ${reason}`;
  return `The service answered HTTP ${httpStatus}${details}${wait}.`;
}

const hourMs = 3_600_000;
/** A later date could not be written with a year of four digits. */
const latestMs = Date.UTC(9999, 11, 31);

/** Describes a wait in seconds, or by its end if it is longer than an hour. */
function describeWait(retryAfterMs: number | undefined, nowMs: number): string {
  if (retryAfterMs === undefined) return '';
  if (retryAfterMs <= hourMs) return `; it asks us to wait ${Math.ceil(retryAfterMs / 1000)} s`;
  const until = new Date(Math.min(nowMs + retryAfterMs, latestMs)).toISOString();
  return `; it asks us to wait until ${until.slice(0, 16).replace('T', ' ')} UTC`;
}

function sanitizedError(error: FieldError): FieldError {
  return {
    ...error,
    field: sanitizedMessage(error.field),
    message: sanitizedMessage(error.message),
  };
}
