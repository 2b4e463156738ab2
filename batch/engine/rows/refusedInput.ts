import type { Fields } from '../../../src/field.js';

/** An input that the service has refused, and what it says of it. */
export interface RefusedInput {
  readonly field: string;
  readonly message: string;
}

/**
 * The first input that a refusal names, in the form in which the journal keeps it: `field: message`, several
 * divided by semicolons. Undefined for one about the row as a whole.
 */
export function refusedInput(reason: string, fields: Fields): RefusedInput | undefined {
  for (const part of reason.split('; ')) {
    const [, field = '', message = ''] = /^(\w+): (.+)$/s.exec(part) ?? [];
    if (Object.hasOwn(fields, field)) return { field, message };
  }
  return undefined;
}
