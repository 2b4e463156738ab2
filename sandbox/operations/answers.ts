import type { Answer } from '../service.js';

/** Contract, "Requests". */
export function failure(message: string): Answer {
  return { status: 'error', success: false, message };
}

export function fieldFailure(field: string, message: string): Answer {
  return { status: 'error', success: false, errors: [{ field, message }] };
}
