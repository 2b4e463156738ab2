import type { ValueText } from './valueMessages.js';

/** Something about a row, with its place. */
export interface RowRemark {
  readonly row: number;
  /** Letters of the column; missing for an input that has no column. */
  readonly column?: string;
  readonly field: string;
  readonly label: string;
  readonly value: string;
  /** What a person has corrected the value to; the message is about that. */
  readonly readAs?: string;
  readonly message: ValueText;
  /** Empty for a warning without a suggestion. */
  readonly remedy: ValueText;
  /** What the value probably means, if it stands for a valid one. */
  readonly suggestion?: string;
}

/** A remark in the core's words that needs no action. */
export type RowWarning = RowRemark & { readonly message: string };

/** A value that stands for another one, in an input of the row. */
export interface Suggested {
  readonly field: string;
  readonly column?: string;
  readonly value: string;
  readonly suggestion: string;
}

/** A text without the label of its field and without the value: the same for all rows with it. */
export function bareText(
  text: string,
  { label, value: written, readAs: value = written }: Pick<RowRemark, 'label' | 'value' | 'readAs'>,
): string {
  const bare = withoutLabel(text, label);
  if (value === '') return bare;
  const withoutQuotation = bare.startsWith(`"${value}" `) ? bare.slice(value.length + 3) : bare;
  return withoutQuotation.replace(toWordPattern(value), '…');
}

/** A text without the label of its field. */
export function withoutLabel(text: string, label: string): string {
  return text.startsWith(`${label}: `) ? text.slice(label.length + 2) : text;
}

/** Matches a value as a whole word: an "s" is not in "unsupported". */
export function toWordPattern(value: string): RegExp {
  const escaped = value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'gu');
}
