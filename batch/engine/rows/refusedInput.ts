import type { Fields } from '../../../src/field.js';

/** An input that the service has refused, and the service's text about it. */
export interface RefusedInput {
  readonly field: string;
  readonly message: string;
}

/**
 * Returns the first input that a refusal names; undefined if it concerns the whole row. `reason` is
 * the text in the journal: `field: message`, separated by semicolons.
 */
export function refusedInput(reason: string, fields: Fields): RefusedInput | undefined {
  for (const part of reason.split('; ')) {
    const [, field = '', message = ''] = /^(\w+): (.+)$/s.exec(part) ?? [];
    if (Object.hasOwn(fields, field)) return { field, message };
  }
  return undefined;
}
