import { fields } from '../language/en/fields.js';
import { t } from '../language/language.js';

/** Returns the server's label for an unknown field. */
export function nameField(field: string, label: string): string {
  return isKnown(field) ? t(($) => $.fields[field]) : label;
}

function isKnown(field: string): field is keyof typeof fields {
  return Object.hasOwn(fields, field);
}
