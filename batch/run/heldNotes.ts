import type { IntakeRow } from '../intake/readSheet.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { rowList } from '../output/lines.js';
import { count } from '../output/terminal.js';
import type { PlannedRow } from './standing.js';

type About = Pick<SheetOperation, 'command' | 'name'>;

/** A message names this many rows at the most. */
const mostRows = 10;

/** What a plan says of rows that wait for a person because of an assessment that no sheet has shown. */
export function heldNotes(rows: readonly PlannedRow[]): string[] {
  const held = rows.filter(({ isHeld }) => isHeld === true);
  if (held.length === 0) return [];
  const [are, theirs] = held.length === 1 ? ['is', 'its own'] : ['are', 'theirs'];
  return [
    `${count(held.length, 'row')} ${are} held (${listOf(held)}): an assessment that no sheet has shown may be ${theirs}. rwa status says what to do.`,
  ];
}

/** Why nothing is sent with a journal that is older than the sheet, and what to do. */
export function oldJournalLines(
  beyond: readonly IntakeRow[],
  { command, name }: About,
): readonly string[] {
  const which = name === 'rwa_create' ? '' : ` --for ${command}`;
  const shows = beyond.length === 1 ? 'shows a result' : 'show results';
  return [
    `The journal is older than the sheet: ${listOf(beyond)} ${shows} that it does not know. It may have been restored from a backup, and rows could be sent twice, so nothing was sent.`,
    'Put the newest journal back and run the same command again.',
    `If there is no newer one, or these results were copied from another sheet: look up in the service which of the rows without a result exist there, type their ids into the sheet, and then run rwa resolve${which} with --accept-sheet.`,
  ];
}

function listOf(rows: readonly { readonly number: number }[]): string {
  const numbers = rows.map(({ number }) => number);
  return rowList(numbers.slice(0, mostRows), numbers.length);
}
