import type { Answer } from '../service.js';

/** Creates an application error with a message (contract, "Requests"). */
export function failure(message: string): Answer {
  return { status: 'error', success: false, message };
}

/** Creates an application error of one field (contract, "Requests"). */
export function fieldFailure(field: string, message: string): Answer {
  return { status: 'error', success: false, errors: [{ field, message }] };
}
