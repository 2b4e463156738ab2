import { createHash } from 'crypto';
import { assessmentFields } from '../../src/assessmentFields.js';
import type { OnceOperation } from '../../src/operations.js';

const identify: Readonly<Record<OnceOperation, (request: object) => unknown>> = {
  rwa_create: cutTimes,
  create_pending_user: (request) =>
    'email' in request ? String(request.email).trim().toLowerCase() : request,
};

/**
 * Returns the key by which a node recognises a request to a service. Unicode forms make no difference:
 * some programs write an accent as a separate character.
 */
export function createRequestKey(
  operation: OnceOperation,
  service: string,
  request: object,
): string {
  const identity = JSON.stringify([service, identify[operation](request)]).normalize('NFC');
  // 22 characters have 132 bits, so two requests do not get the same key by chance.
  return createHash('sha256').update(identity).digest('base64url').slice(0, 22);
}

/** Cuts dates to days: an expression such as `$now` has another time at each attempt. */
function cutTimes(request: object): object {
  const entries = Object.entries(request).map(([name, value]): [string, unknown] => {
    const isDate = assessmentFields[name as keyof typeof assessmentFields].kind === 'dateTime';
    return [name, isDate ? String(value).slice(0, 10) : value];
  });
  return Object.fromEntries(entries);
}
