/** Every status that we write, of whichever operation. */
const statusWords = [
  ...(['Not sent', 'Pending', 'Scored', 'Decided', 'Invited', 'Removed'] as const),
  ...(['Rejected', 'Unconfirmed', 'Invalid', 'Duplicate', 'Forgotten'] as const),
] as const;

export type StatusWord = (typeof statusWords)[number];

const all: ReadonlySet<string> = new Set(statusWords);

/** True for a status that we write, of whichever operation. */
export function isStatusWord(text: string): text is StatusWord {
  return all.has(text);
}

/** Words that people also use for assessments of their own. */
const everyday: ReadonlySet<StatusWord> = new Set([
  ...(['Pending', 'Decided', 'Invited', 'Removed', 'Rejected'] as const),
]);

/** True for a status that only we write. */
export function isOnlyOurs(word: StatusWord): boolean {
  return !everyday.has(word);
}
