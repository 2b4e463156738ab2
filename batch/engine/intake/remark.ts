import type { ValueMessage } from './intakeMessages.js';

/** A problem or warning about a cell of a row. */
export interface RowRemark<Message = ValueMessage> {
  readonly row: number;
  /** Letters of the column; missing for an input without one. */
  readonly column?: string;
  readonly field: string;
  readonly label: string;
  readonly value: string;
  /** The value that a person corrected the cell to; the message is about this value. */
  readonly readAs?: string;
  readonly message: Message;
  /** Missing for a warning. */
  readonly remedy?: Message;
  /** A valid value that the person probably meant, if one is known. */
  readonly suggestion?: string;
}

/** A value of an input with a suggested replacement. */
export interface SuggestedValue {
  readonly field: string;
  readonly column?: string;
  readonly value: string;
  readonly suggestion: string;
}

/** Returns a text without the value, so that it is equal for all rows. */
export function withoutValue(
  text: string,
  { value: written, readAs: value = written }: Pick<RowRemark, 'value' | 'readAs'>,
): string {
  if (value === '') return text;
  const withoutQuotation = text.startsWith(`"${value}" `) ? text.slice(value.length + 3) : text;
  return withoutQuotation.replace(toWordPattern(value), '…');
}

/** Returns a pattern for a value as a whole word: it does not find "s" in "unsupported". */
export function toWordPattern(value: string): RegExp {
  const escaped = value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'gu');
}
