/** The statuses of a finished row: a word for each operation. */
export const successStatuses = ['Scored', 'Decided', 'Invited', 'Removed'] as const;
/** The status of a finished row. */
export type SuccessStatus = (typeof successStatuses)[number];

/** Every status that we write, of whichever operation. */
const statusWords = [
  ...(['Not sent', 'Pending'] as const),
  ...successStatuses,
  ...(['Rejected', 'Unconfirmed', 'Invalid', 'Duplicate', 'Forgotten'] as const),
] as const;

/** The status of a row, as people read it in the sheet and in messages. */
export type RowStatus = (typeof statusWords)[number];

const all: ReadonlySet<string> = new Set(statusWords);

/** True for a status that we write, of whichever operation. */
export function isStatusWord(text: string): text is RowStatus {
  return all.has(text);
}

/** Words that people also use for assessments of their own. */
const everyday: ReadonlySet<RowStatus> = new Set([
  ...(['Pending', 'Decided', 'Invited', 'Removed', 'Rejected'] as const),
]);

/** True for a status that only we write. */
export function isOnlyOurs(word: RowStatus): boolean {
  return !everyday.has(word);
}
