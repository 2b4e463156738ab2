import { type SheetCommand, sheetCommands } from '../sheetCommand.js';

/** The status of a finished row, one for each operation. */
export type SuccessStatus = (typeof sheetCommands)[SheetCommand]['succeeded'];

/** The statuses of a finished row. */
export const successStatuses: readonly SuccessStatus[] = [
  ...new Set(Object.values(sheetCommands).map(({ succeeded }) => succeeded)),
];

const unfinished = [
  ...(['Not sent', 'Pending', 'Rejected', 'Unconfirmed'] as const),
  ...(['Invalid', 'Duplicate', 'Forgotten'] as const),
] as const;

/** The status of a row in the sheet and in messages. */
export type RowStatus = SuccessStatus | (typeof unfinished)[number];

const all: ReadonlySet<string> = new Set([...successStatuses, ...unfinished]);

/** True for a status of any operation. */
export function isStatusWord(text: string): text is RowStatus {
  return all.has(text);
}

/** Statuses that people do not use as words in their own columns. */
const ours: ReadonlySet<RowStatus> = new Set([
  ...(['Not sent', 'Scored', 'Unconfirmed', 'Invalid', 'Duplicate', 'Forgotten'] as const),
]);

/** True for a status that only we write. */
export function isOnlyOurs(word: RowStatus): boolean {
  return ours.has(word);
}
