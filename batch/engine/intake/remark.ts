import type { ValueText } from './intakeMessages.js';

/** A problem or warning about a cell of a row. */
export interface RowRemark {
  readonly row: number;
  /** Letters of the column; missing for an input without one. */
  readonly column?: string;
  readonly field: string;
  readonly label: string;
  readonly value: string;
  /** The value that a person corrected the cell to; the message is about that. */
  readonly readAs?: string;
  readonly message: ValueText;
  /** Empty for a warning. */
  readonly remedy: ValueText;
  /** The probable meaning of the value, if one is known. It is valid. */
  readonly suggestion?: string;
}

/** A warning in the core's words. It needs no action. */
export type RowWarning = RowRemark & { readonly message: string };

/** A value of an input with a suggested replacement. */
export interface SuggestedValue {
  readonly field: string;
  readonly column?: string;
  readonly value: string;
  readonly suggestion: string;
}

/** Returns a text without the field's label and the value, so that it is equal for all rows. */
export function bareText(
  text: string,
  { label, value: written, readAs: value = written }: Pick<RowRemark, 'label' | 'value' | 'readAs'>,
): string {
  const bare = withoutLabel(text, label);
  if (value === '') return bare;
  const withoutQuotation = bare.startsWith(`"${value}" `) ? bare.slice(value.length + 3) : bare;
  return withoutQuotation.replace(toWordPattern(value), '…');
}

/** Returns a text without the field's label. */
export function withoutLabel(text: string, label: string): string {
  return text.startsWith(`${label}: `) ? text.slice(label.length + 2) : text;
}

/** Returns a message about a value without the field's label. Only texts of the core begin with it. */
export function messageWithoutLabel({
  message,
  label,
}: Pick<RowRemark, 'message' | 'label'>): ValueText {
  return typeof message === 'string' ? withoutLabel(message, label) : message;
}

/** Returns a pattern for a value as a whole word: it does not find "s" in "unsupported". */
export function toWordPattern(value: string): RegExp {
  const escaped = value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'gu');
}
