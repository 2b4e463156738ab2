/** Every status that we write, of whichever operation. */
const statusWords = [
  ...(['Not sent', 'Pending', 'Scored', 'Decided', 'Invited', 'Removed'] as const),
  ...(['Rejected', 'Unconfirmed', 'Invalid', 'Duplicate', 'Forgotten'] as const),
] as const;

/** The status of a row, as people read it in the sheet and in messages. */
export type RowStatus = (typeof statusWords)[number];

const all: ReadonlySet<string> = new Set(statusWords);

/** True for a status that we write, of whichever operation. */
export function isStatusWord(text: string): text is RowStatus {
  return all.has(text);
}

/** Words that people write about an assessment of their own, too. */
const everyday: ReadonlySet<RowStatus> = new Set([
  ...(['Pending', 'Decided', 'Invited', 'Removed', 'Rejected'] as const),
]);

/** True for a status that says by itself who wrote it. */
export function isOnlyOurs(word: RowStatus): boolean {
  return !everyday.has(word);
}
