import { z } from 'zod/v4';
import type { Evidence } from './decisionTable.js';
import { findJsonEnd, parseJson, readEnvelopeStatus, readEnvelopeSuccess } from './envelope.js';
import type { FieldError } from './failure.js';
import { describeContent, excerpt, isWebPage, sanitizeMessage } from './sanitizeMessage.js';
import {
  type Operation,
  type OperationName,
  type OperationResponse,
  operations,
} from './operations.js';
import { readPlatformError } from './platformError.js';
import type {
  AnswerMessage,
  Breach,
  BreachFault,
  RequestMessage,
  RequestRemedy,
  StatedWait,
} from './requestMessages.js';
import { classifyStatus } from './statusEvidence.js';
import type { Exchange } from './transport.js';

export type Answer<O extends OperationName> =
  | { readonly evidence: 'success'; readonly value: OperationResponse<O> }
  | {
      readonly evidence: Exclude<Evidence, 'success'>;
      readonly reason: RequestMessage;
      readonly serviceMessage?: string | undefined;
      readonly errors?: readonly FieldError[] | undefined;
      /**
       * The first field or header that breaks the contract, or the first field that was refused.
       */
      readonly field?: string | undefined;
      readonly retryAfterMs?: number | undefined;
      readonly remedy?: RequestRemedy | undefined;
    };

/** The messages for wrong tokens, from the contract. */
export const unauthorizedMessages: readonly string[] = [
  'Invalid Auth',
  'Invalid authorization token',
];

/** The message that the service may return if the account already exists. */
const invitationRefused = 'Could not create pending user';

const checkBaseUrl: RequestRemedy = { code: 'checkBaseUrl' };

// Unusable parts of an error are ignored, but never the error itself.
const errorSchema = z.looseObject({
  status: z.literal('error'),
  message: z.string().catch(''),
  errors: z.array(z.unknown()).catch([]),
});

const fieldErrorSchema = z.looseObject({ field: z.string().catch(''), message: z.string() });

/**
 * Reads an answer. An error that contains the ID of something created, or a success with a 4xx
 * status, breaks the contract: the request may have taken effect.
 */
export function readAnswer<O extends OperationName>(
  operation: O,
  exchange: Exchange,
  nowMs: number,
): Answer<O> {
  const answer = readEnvelope(operation, exchange, nowMs);
  if (exchange.delivery !== 'answered') return answer;
  if (answer.evidence === 'success' || answer.evidence === 'unreadable') return answer;
  const { createdId: name }: Operation = operations[operation];
  const id = name === undefined ? undefined : findId(name, parseJson(exchange.body));
  if (name === undefined || id === undefined) return answer;
  const reason = answer.reason as AnswerMessage;
  return toUnreadable({ code: 'errorWithId', name, id: excerpt(id), answer: reason }, 'status');
}

function findId(idName: string, json: unknown): string | undefined {
  const answer = answerSchema.safeParse(json).data;
  const ids = [answer?.response?.[idName], answer?.[idName]];
  return ids.map((id) => (typeof id === 'number' ? `${id}` : id)).find(isFilled);
}

const answerSchema = z.looseObject({ response: z.looseObject({}).optional().catch(undefined) });

function isFilled(id: unknown): id is string {
  return typeof id === 'string' && id.trim() !== '';
}

function readEnvelope<O extends OperationName>(
  operation: O,
  exchange: Exchange,
  nowMs: number,
): Answer<O> {
  if (exchange.delivery !== 'answered') {
    const isUnsent = exchange.delivery === 'not_sent';
    const fault = toCode(exchange.reason);
    return {
      evidence: isUnsent ? 'not_sent' : 'no_answer',
      reason: isUnsent ? { code: 'notReached', fault } : { code: 'noAnswer', fault },
      remedy: exchange.hint === undefined ? undefined : toCode(exchange.hint),
    };
  }
  const { httpStatus, body, complete, unreadable: bodyFault } = exchange;
  const json = complete ? parseJson(body) : undefined;
  const refusal = readRefusal(operations[operation], json);
  const retryAfterMs = readRetryAfter(exchange.retryAfter, nowMs);
  const statusEvidence = classifyStatus(httpStatus, retryAfterMs !== undefined);

  // If the status proves nothing, the envelope is the only proof. As proxies also answer `status: error`,
  // the envelope must then contain the contract's `success: false`.
  const isTrusted =
    statusEvidence === 'ok' ||
    statusEvidence === 'refused' ||
    (statusEvidence === 'unexplained' && readEnvelopeSuccess(json) === false);
  if (isTrusted && refusal !== undefined) return refusal;
  if (statusEvidence !== 'ok') {
    // Some 4xx statuses prove that nothing took effect, but not if the body reports a success.
    const isSuccess = readEnvelopeStatus(json) === 'success' || readEnvelopeSuccess(json) === true;
    if (httpStatus >= 400 && httpStatus < 500 && isSuccess) {
      return toUnreadable({ code: 'successWithStatus', httpStatus }, 'status');
    }
    // A redirect, or a 404 without the contract's envelope, probably comes from another server.
    const mayBeWrongUrl = httpStatus < 400 || (httpStatus === 404 && refusal === undefined);
    const text = refusal?.reason.text ?? readPlatformError(json);
    return {
      ...refusal,
      evidence: statusEvidence,
      reason:
        text === undefined
          ? describeStatus(exchange, { isSuccess, wait: toWait(retryAfterMs, nowMs) })
          : { code: 'statusWithWords', httpStatus, text },
      retryAfterMs,
      remedy: mayBeWrongUrl ? checkBaseUrl : undefined,
    };
  }
  if (!complete) return toUnreadable({ code: 'cutShort' });
  if (bodyFault !== undefined) {
    return toUnreadable({ code: 'unreadableBody', fault: toCode(bodyFault) }, 'Content-Encoding');
  }
  if (json === undefined) {
    // Broken JSON may contain scores and names, so it is not quoted.
    if (/^\s*[{[]/.test(body)) {
      return toUnreadable({ code: 'brokenJson', fault: findJsonFault(body) });
    }
    const answer = toUnreadable({ code: 'notJson', content: describeContent(body) });
    return { ...answer, remedy: isWebPage(body) ? checkBaseUrl : undefined };
  }
  return readSuccess(operation, json);
}

/** Sanitizes a text, which may be from outside. */
function toCode<Reported extends { readonly code: string }>(
  reported: string | Reported,
): Reported | OtherText {
  if (typeof reported === 'string') return { code: 'other', text: sanitizeMessage(reported) };
  return 'text' in reported
    ? { ...reported, text: sanitizeMessage(String(reported.text)) }
    : reported;
}

interface OtherText {
  readonly code: 'other';
  readonly text: string;
}

function findJsonFault(body: string) {
  const end = findJsonEnd(body);
  if (end < 0) return 'incomplete';
  const isJsonBeforeText = parseJson(body.slice(0, end)) !== undefined;
  return isJsonBeforeText ? 'followedByText' : 'invalid';
}

type Refusal = Exclude<Answer<never>, { evidence: 'success' }> & {
  readonly reason: Extract<RequestMessage, { code: 'service' }>;
};

function readRefusal({ fields }: Operation, json: unknown): Refusal | undefined {
  if (readEnvelopeStatus(json) !== 'error' || readEnvelopeSuccess(json) === true) return undefined;
  const parsed = errorSchema.safeParse(json);
  if (!parsed.success) return undefined;
  const { message } = parsed.data;
  const errors = parsed.data.errors.flatMap(
    (entry) => fieldErrorSchema.safeParse(entry).data ?? [],
  );
  const texts = [message, ...errors.map((error) => error.message)].filter((text) => text.trim());
  if (texts.length === 0) return undefined;
  const text = sanitizeMessage([...new Set(texts)].join('; '));
  const fieldErrors = errors.length === 0 ? undefined : errors.map(sanitizeError);
  return {
    evidence: texts.some((text) => unauthorizedMessages.includes(text))
      ? 'unauthorized'
      : 'refused',
    reason: {
      code: 'service',
      text,
      errors: fieldErrors?.map((error) => ({ ...error, label: fields[error.field]?.label })),
    },
    serviceMessage: message === '' ? undefined : sanitizeMessage(message),
    errors: fieldErrors,
    field: fieldErrors?.find(({ field }) => field !== '')?.field,
    remedy: texts.includes(invitationRefused) ? { code: 'accountMayExist' } : undefined,
  };
}

function readSuccess<O extends OperationName>(operation: O, json: unknown): Answer<O> {
  const status = readEnvelopeStatus(json);
  if (status === undefined) {
    return toUnreadable({ code: 'statusMissing', text: readPlatformError(json) }, 'status');
  }
  if (status === 'error' && readEnvelopeSuccess(json) === true)
    return toUnreadable({ code: 'errorWithSuccess' }, 'success');
  if (status === 'error') return toUnreadable({ code: 'errorWithoutReason' }, 'status');
  if (status !== 'success')
    return toUnreadable({ code: 'unknownStatus', status: excerpt(status) }, 'status');
  if (readEnvelopeSuccess(json) === false)
    return toUnreadable({ code: 'successWithoutSuccess' }, 'success');
  const schema: z.ZodType = operations[operation].response;
  const parsed = schema.safeParse(json, {
    error: ({ input }) => (input === undefined ? 'missing' : 'different'),
  });
  if (parsed.success) return { evidence: 'success', value: parsed.data as OperationResponse<O> };
  const breaches = parsed.error.issues.map(toBreach);
  return toUnreadable({ code: 'contractBroken', breaches }, breaches[0]?.field);
}

function toBreach(issue: z.core.$ZodIssue): Breach {
  const breach = { field: issue.path.join('.'), fault: issue.message as BreachFault };
  const number = issue.code === 'custom' ? (issue.params?.number as unknown) : undefined;
  return typeof number === 'number' ? { ...breach, number } : breach;
}

function toUnreadable(reason: RequestMessage, field?: string) {
  return { evidence: 'unreadable', reason, field } as const;
}

function readRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const value = header?.trim() ?? '';
  if (/^\d+$/.test(value)) return Number(value) * 1000;
  const atMs = value.endsWith('GMT') ? Date.parse(value) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}

function describeStatus(
  { httpStatus, body, unreadable: fault }: Extract<Exchange, { delivery: 'answered' }>,
  { isSuccess, wait }: { readonly isSuccess: boolean; readonly wait: StatedWait | undefined },
): RequestMessage {
  // A success may contain scores and the person's ID, so it is not quoted.
  const isQuoted = body.trim() !== '' && !isSuccess;
  return {
    code: 'status',
    httpStatus,
    ...(isQuoted ? { content: describeContent(body) } : {}),
    ...(fault === undefined ? {} : { unreadable: toCode(fault) }),
    ...(wait === undefined ? {} : { wait }),
  };
}

const hourMs = 3_600_000;
/** The last day with a four-digit year. */
const latestMs = Date.UTC(9999, 11, 31);

function toWait(retryAfterMs: number | undefined, nowMs: number): StatedWait | undefined {
  if (retryAfterMs === undefined) return undefined;
  if (retryAfterMs <= hourMs) return { seconds: Math.ceil(retryAfterMs / 1000) };
  return { until: new Date(Math.min(nowMs + retryAfterMs, latestMs)).toISOString() };
}

// Copies only these fields of an error: others may contain a person's inputs.
function sanitizeError({ field, message }: FieldError): FieldError {
  return { field: sanitizeMessage(field), message: sanitizeMessage(message) };
}
