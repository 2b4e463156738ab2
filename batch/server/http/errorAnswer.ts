import type { Refusal } from '../contract/shapes.js';
import { isUnreachable, isTransient, isUnknown } from '../db/errors.js';
import { currentRequestId, log } from '../log.js';
import { RefusalError } from '../refusalError.js';
import { refusalStatus } from './refusalStatus.js';

/** Turns an error into the API's answer. For a bug, the answer has no details. */
export function errorAnswer(error: Error, request: { readonly isRead: boolean }): Response {
  if (error instanceof RefusalError) {
    const { code, message, field, retryAfterSeconds } = error;
    return toResponse(
      { code, message, ...(field === undefined ? {} : { field }) },
      retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) },
    );
  }
  const unavailable = databaseRefusal(error, request);
  if (unavailable !== undefined) return unavailable;
  log.error({ err: error }, 'A request failed because of a bug');
  return toResponse({
    code: 'failed',
    message: `Something went wrong in the server. Its log has more, under the request ${currentRequestId()}.`,
  });
}

/**
 * Returns the answer while the database is unavailable, busy or full; undefined for other errors. If the outcome of a
 * change is unknown, there is no Retry-After: a program would repeat the change without a check.
 */
function databaseRefusal(
  error: Error,
  { isRead }: { readonly isRead: boolean },
): Response | undefined {
  if (isUnknown(error) && !isRead) {
    log.warn({ err: error }, 'The outcome of a change is unknown');
    return toResponse({
      code: 'away',
      message:
        'The database failed during this change: all of it was stored, or a part, or nothing. Load the page again before you repeat it.',
    });
  }
  if (!isTransient(error)) return undefined;
  // The timers log each outage once.
  if (!isUnreachable(error)) log.warn({ err: error }, 'The database refused a request');
  const unchanged = isRead ? '' : 'Nothing was changed. ';
  const message = isUnreachable(error)
    ? 'The database does not answer. What is under way goes on when it is back.'
    : `The database cannot do this now: it is busy, or its disk is full. ${unchanged}Try again in a moment; if it fails again, tell the person who runs this server.`;
  return toResponse({ code: 'away', message }, { 'Retry-After': '5' });
}

function toResponse(error: Refusal['error'], headers: Record<string, string> = {}): Response {
  return Response.json({ error }, { status: refusalStatus[error.code], headers });
}
