import type { Language } from '../contract/languages.js';
import type { Refusal } from '../contract/shapes.js';
import { isUnreachable, isTransient, isUnknown } from '../db/errors.js';
import { getCurrentRequestId, log } from '../log.js';
import { RefusalError } from '../refusalError.js';
import type { RefusalWording } from '../words/language/language.js';
import { refusalStatus } from './refusalStatus.js';

interface FailedRequest {
  readonly isRead: boolean;
  readonly language: Language;
}

export function toErrorAnswer(error: Error, request: FailedRequest): Response {
  const { code, reason, field, retryAfterSeconds } = toRefusal(error, request);
  return Response.json(
    {
      error: { code, message: reason[request.language], ...(field === undefined ? {} : { field }) },
    } satisfies Refusal,
    {
      status: refusalStatus[code],
      headers: retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) },
    },
  );
}

function toRefusal(error: Error, request: FailedRequest): RefusalError {
  if (error instanceof RefusalError) return error;
  const unavailable = toDatabaseRefusal(error, request);
  if (unavailable !== undefined) return unavailable;
  log.error({ err: error }, 'A request failed because of a bug');
  const id = String(getCurrentRequestId());
  return new RefusalError('failed', (t) => t(($) => $.http.bug, { request: id }));
}

/**
 * If the outcome of a change is unknown, there is no Retry-After, because a program would repeat the change without a
 * check.
 */
function toDatabaseRefusal(error: Error, { isRead }: FailedRequest): RefusalError | undefined {
  if (isUnknown(error) && !isRead) {
    log.warn({ err: error }, 'The outcome of a change is unknown');
    return new RefusalError('away', (t) => t(($) => $.http.changeUnknown));
  }
  if (!isTransient(error)) return undefined;
  // Background jobs log each outage once.
  if (!isUnreachable(error)) log.warn({ err: error }, 'The database refused a request');
  const wording: RefusalWording = (t) => {
    if (isUnreachable(error)) return t(($) => $.http.databaseAway);
    return t(($) => (isRead ? $.http.databaseBusy : $.http.databaseBusyUnchanged));
  };
  return new RefusalError('away', wording, { retryAfterSeconds: 5 });
}
