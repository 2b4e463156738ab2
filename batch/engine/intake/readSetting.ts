import type { Field } from '../../../src/field.js';
import type { DateOrder } from '../../../src/dateText.js';
import { asSentence } from './remarkText.js';
import { readValue } from './values.js';

/** How the cells of a sheet are read, and with them the values of options. */
export interface ReadingOptions {
  readonly dateOrder?: DateOrder | undefined;
  /** Sends what is suggested for a value, not the value (`--accept-suggestions`). */
  readonly acceptSuggestions?: boolean | undefined;
}

/** Reads a value of an option as if it stood in a cell: as it is sent, or why it cannot be sent. */
export function readSetting(
  field: Field,
  value: string,
  { dateOrder, acceptSuggestions = false }: ReadingOptions,
): { readonly value: string | number } | { readonly problem: string } {
  const read = readValue(field, { kind: 'text', text: value }, dateOrder);
  if (!read.ok) return { problem: `${asSentence(read.message)} ${read.remedy}` };
  const taken = acceptSuggestions ? (read.suggestion ?? read.value) : read.value;
  if (taken === undefined) return { problem: `${field.label} must have a value. ${field.remedy}` };
  const parsed = field.schema.safeParse(taken);
  if (parsed.success) return { value: taken };
  const [issue] = parsed.error.issues;
  const why = asSentence(`${field.label}: ${issue?.message ?? 'cannot be used'}`);
  const hint = read.suggestion === undefined ? '' : ' Or add --accept-suggestions.';
  return { problem: `${why} ${field.remedy}${hint}` };
}
