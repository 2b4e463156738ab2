import type { Message } from '../message.js';
import type { RowState } from '../journal/rowState.js';
import type { SheetCommand } from '../operations/said.js';
import { assessmentsWithoutRow } from './withoutRow.js';
import { type PlannedRow } from './rowStatus.js';

/** What is said of rows that wait because something may have been made for them that no sheet shows. */
export function heldNotes(rows: readonly PlannedRow[], operation: SheetCommand): Message[] {
  const held = rows.filter(({ ownKey }) => ownKey !== undefined).map(({ number }) => number);
  return held.length === 0 ? [] : [{ code: 'rowsHeld', rows: held, operation }];
}

/** What is said of assessments that no row stands for and that no sheet has shown. */
export function orphanNotes(
  rows: readonly PlannedRow[],
  states: ReadonlyMap<string, RowState>,
): Message[] {
  const keysAndIds = rows.flatMap(({ key, earlier = [], importedId }) => [
    key,
    importedId,
    ...earlier.map(({ assessmentId }) => assessmentId),
  ]);
  const withoutRow = assessmentsWithoutRow(states, keysAndIds);
  const count = withoutRow.filter(({ isShown = false }) => !isShown).length;
  return count === 0 ? [] : [{ code: 'assessmentsWithoutRow', count }];
}
