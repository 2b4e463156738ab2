/** Something about a row, with its place. */
export interface RowRemark {
  readonly row: number;
  /** Letters of the column; missing for an input that has no column. */
  readonly column?: string;
  readonly field: string;
  readonly label: string;
  readonly value: string;
  readonly message: string;
  /** Empty for a warning without a suggestion. */
  readonly remedy: string;
  /** What the value probably means, where it is a word for one that would be right. */
  readonly suggestion?: string;
}

/** A value that stands for another one, in an input of the row. */
export interface Suggested {
  readonly field: string;
  readonly column?: string;
  readonly value: string;
  readonly suggestion: string;
}

/** A message without the label of its field and without the value: the same for all rows with it. */
export function bareMessage(remark: RowRemark): string {
  const { value } = remark;
  const bare = withoutLabel(remark);
  if (value === '') return bare;
  const withoutQuotation = bare.startsWith(`"${value}" `) ? bare.slice(value.length + 3) : bare;
  return withoutQuotation.replace(wordOf(value), '…');
}

/** The message without the label of its field. */
export function withoutLabel({ label, message }: RowRemark): string {
  return message.startsWith(`${label}: `) ? message.slice(label.length + 2) : message;
}

/** A value where it stands as a word of its own: an "s" is not in "unsupported". */
export function wordOf(value: string): RegExp {
  const escaped = value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'gu');
}
