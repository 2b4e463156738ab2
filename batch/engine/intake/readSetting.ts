import type { Field } from '../../../src/field.js';
import type { DateOrder } from '../../../src/dateText.js';
import type { RowRemark } from './remark.js';
import { readValue } from './values.js';

/** Options for reading cells and the values of `--set`. */
export interface ReadingOptions {
  readonly dateOrder?: DateOrder | undefined;
  /** Sends suggestions instead of the values (`--accept-suggestions`). */
  readonly acceptSuggestions?: boolean | undefined;
}

/** The problem with a value of an option, and its remedy. */
export type SettingProblem = Pick<RowRemark, 'message' | 'remedy' | 'suggestion'>;

/** Reads a value of an option like a cell. Returns the value to send, or its problem. */
export function readSetting(
  field: Field,
  value: string,
  { dateOrder, acceptSuggestions = false }: ReadingOptions,
): { readonly value: string | number } | { readonly problem: SettingProblem } {
  const read = readValue(field, { kind: 'text', text: value }, dateOrder);
  if (!read.ok) return { problem: { message: read.message, remedy: read.remedy } };
  const { label, remedy } = field;
  const taken = acceptSuggestions ? (read.suggestion ?? read.value) : read.value;
  if (taken === undefined) return { problem: { message: { code: 'settingEmpty', label }, remedy } };
  const parsed = field.schema.safeParse(taken);
  if (parsed.success) return { value: taken };
  const message = `${label}: ${parsed.error.issues.at(0)?.message ?? parsed.error.message}`;
  const meant = read.suggestion === undefined ? {} : { suggestion: read.suggestion };
  return { problem: { message, remedy, ...meant } };
}
