import type { ValueMessage } from './intakeMessages.js';

export interface RowRemark<Message = ValueMessage> {
  readonly row: number;
  /** Missing for an input without a column. */
  readonly column?: string;
  readonly field: string;
  readonly label: string;
  readonly value: string;
  /** The value that a person corrected the cell to; the message is about this value. */
  readonly readAs?: string;
  readonly message: Message;
  /** Missing for a warning. */
  readonly remedy?: Message;
  readonly suggestion?: string;
}

export interface SuggestedValue {
  readonly field: string;
  readonly column?: string;
  readonly value: string;
  readonly suggestion: string;
}

/** Replaces the value in a text, so that the text is equal for all rows. */
export function maskValue(
  text: string,
  { value: written, readAs: value = written }: Pick<RowRemark, 'value' | 'readAs'>,
): string {
  if (value === '') return text;
  const withoutQuotation = text.startsWith(`"${value}" `) ? text.slice(value.length + 3) : text;
  return withoutQuotation.replace(toWordPattern(value), '…');
}

/** Does not find "s" in "unsupported". */
export function toWordPattern(value: string): RegExp {
  const escaped = value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'gu');
}
