import type { Answer } from '../service.js';

/** Creates the error answer of the contract ("Requests"). */
export function createError(message: string): Answer {
  return { status: 'error', success: false, message };
}

export function createFieldError(field: string, message: string): Answer {
  return { status: 'error', success: false, errors: [{ field, message }] };
}
