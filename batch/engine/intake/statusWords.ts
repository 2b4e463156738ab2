import { type SheetCommand, sheetCommands } from '../sheetCommand.js';

/** The status of a finished row: a word for each operation. */
export type SuccessStatus = (typeof sheetCommands)[SheetCommand]['succeeded'];

/** The statuses of a finished row. */
export const successStatuses: readonly SuccessStatus[] = [
  ...new Set(Object.values(sheetCommands).map(({ succeeded }) => succeeded)),
];

const unfinished = [
  ...(['Not sent', 'Pending', 'Rejected', 'Unconfirmed'] as const),
  ...(['Invalid', 'Duplicate', 'Forgotten'] as const),
] as const;

/** The status of a row, as people read it in the sheet and in messages. */
export type RowStatus = SuccessStatus | (typeof unfinished)[number];

const all: ReadonlySet<string> = new Set([...successStatuses, ...unfinished]);

/** True for a status that we write, of whichever operation. */
export function isStatusWord(text: string): text is RowStatus {
  return all.has(text);
}

/** Words that people do not use for assessments of their own. */
const ours: ReadonlySet<RowStatus> = new Set([
  ...(['Not sent', 'Scored', 'Unconfirmed', 'Invalid', 'Duplicate', 'Forgotten'] as const),
]);

/** True for a status that only we write. */
export function isOnlyOurs(word: RowStatus): boolean {
  return ours.has(word);
}
