import { createHash } from 'crypto';
import { assessmentFields } from '../../src/assessmentFields.js';
import type { OnceOperation } from '../../src/operations.js';

/** The part that identifies a request: all inputs of an assessment, the email of an invitation. */
const identities: Readonly<Record<OnceOperation, (request: object) => unknown>> = {
  rwa_create: withDays,
  create_pending_user: (request) =>
    'email' in request ? String(request.email).trim().toLowerCase() : request,
};

/**
 * Returns the key by which a node recognises a request to a service. Unicode forms make no difference:
 * some programs write an accent as a separate character.
 */
export function requestKey(operation: OnceOperation, service: string, request: object): string {
  const identity = JSON.stringify([service, identities[operation](request)]).normalize('NFC');
  return createHash('sha256').update(identity).digest('base64url').slice(0, 22);
}

/** Cuts dates to their days: an expression such as `$now` has another time at each try. */
function withDays(request: object): object {
  const entries = Object.entries(request).map(([name, value]): [string, unknown] => {
    const isDate = assessmentFields[name as keyof typeof assessmentFields].kind === 'dateTime';
    return [name, isDate ? String(value).slice(0, 10) : value];
  });
  return Object.fromEntries(entries);
}
