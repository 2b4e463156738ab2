import type { Answer } from '../service.js';

/** An application error with a message (contract, "Errors"). */
export function failure(message: string): Answer {
  return { status: 'error', success: false, message };
}

/** An application error of one field (contract, "Errors"). The service reports one at a time. */
export function fieldFailure(field: string, message: string): Answer {
  return { status: 'error', success: false, errors: [{ field, message }] };
}
