import type { IntakeRow } from '../intake/readSheet.js';
import type { RowState } from '../journal/rowState.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { rowList } from '../wording/words.js';
import { count } from '../wording/words.js';
import { assessmentsWithoutRow, type PlannedRow } from './rowStatus.js';

type About = Pick<SheetOperation, 'command' | 'name' | 'each'>;

/** A message names this many rows at the most. */
const mostRows = 10;

/** What is said of rows that wait because something may have been made for them that no sheet shows. */
export function heldNotes(rows: readonly PlannedRow[], { each }: About): string[] {
  const held = rows.filter(({ ownKey }) => ownKey !== undefined);
  if (held.length === 0) return [];
  const [are, theirs, messages] =
    held.length === 1
      ? ['is', 'its own', 'Its message says']
      : ['are', 'theirs', 'Their messages say'];
  return [
    `${count(held.length, 'row')} ${are} held (${listOf(held)}): an ${each} was made before that was never written to a sheet, and may be ${theirs}. ${messages} what to do.`,
  ];
}

/** What is said of assessments that no row stands for and that no sheet has shown. */
export function orphanNotes(
  rows: readonly PlannedRow[],
  states: ReadonlyMap<string, RowState>,
): string[] {
  const keysAndIds = rows.flatMap(({ key, earlier = [], importedId }) => [
    key,
    importedId,
    ...earlier.map(({ assessmentId }) => assessmentId),
  ]);
  const withoutRow = assessmentsWithoutRow(states, keysAndIds);
  const orphans = withoutRow.filter(({ isShown = false }) => !isShown).length;
  if (orphans === 0) return [];
  const [was, it] = orphans === 1 ? ['was', 'it'] : ['were', 'them'];
  return [
    `${count(orphans, 'assessment')} ${was} created before and never written to a sheet, and no row of this one stands for ${it}: rwa history lists ${it}. If a row was corrected since, it would be assessed once more.`,
  ];
}

/** Why a journal that is older than the sheet cannot be used, and what to do. */
export function oldJournalLines(
  beyond: readonly IntakeRow[],
  { command, name }: About,
  sheet: string,
): readonly string[] {
  const file = /\s/.test(sheet) ? `"${sheet}"` : sheet;
  const which = name === 'rwa_create' ? '' : ` --for ${command}`;
  const shows = beyond.length === 1 ? 'shows a result' : 'show results';
  return [
    `The journal is older than the sheet: ${listOf(beyond)} ${shows} that it does not know. It may have been restored from a backup, and with it rows could be sent twice.`,
    'Put the newest journal back and run the same command again.',
    `If there is no newer one, or these results were copied from another sheet: look up in the service which of the rows without a result exist there, type their ids into the sheet, and then run: rwa resolve ${file}${which} --accept-sheet`,
  ];
}

function listOf(rows: readonly { readonly number: number }[]): string {
  const numbers = rows.map(({ number }) => number);
  return rowList(numbers.slice(0, mostRows), numbers.length);
}
