import type { Message } from '../message.js';
import type { RowState } from '../journal/rowState.js';
import type { SheetCommand } from '../sheetCommand.js';
import { assessmentsWithoutRow, keysAndIds } from '../rows/withoutRow.js';
import { isOnlyRepeat, type PlannedRow } from '../rows/rowStatus.js';

/**
 * The note about rows that are blocked because an earlier result that no sheet has shown may belong
 * to them.
 */
export function blockedNotes(rows: readonly PlannedRow[], operation: SheetCommand): Message[] {
  const blocked = rows
    .filter((row) => row.ownKey !== undefined && !isOnlyRepeat(row))
    .map(({ number }) => number);
  return blocked.length === 0 ? [] : [{ code: 'rowsBlocked', rows: blocked, operation }];
}

/** The note about assessments that no sheet has shown and no row matches. */
export function orphanNotes(
  rows: readonly PlannedRow[],
  states: ReadonlyMap<string, RowState>,
): Message[] {
  const isUnshown = ({ assessmentId, isShown = false }: RowState) =>
    assessmentId !== undefined && !isShown;
  if (![...states.values()].some(isUnshown)) return [];
  const count = assessmentsWithoutRow(states, keysAndIds(rows)).filter(isUnshown).length;
  return count === 0 ? [] : [{ code: 'assessmentsWithoutRow', count }];
}

/** The note on unconfirmed rows that were removed from the sheet or edited. */
export function missingNote(
  operation: SheetCommand,
  count: number,
  hasOtherSheets: boolean,
): Message[] {
  return count === 0 ? [] : [{ code: 'unconfirmedRowsMissing', operation, count, hasOtherSheets }];
}
