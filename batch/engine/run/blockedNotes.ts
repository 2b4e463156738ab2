import type { Message } from '../message.js';
import type { RowState } from '../journal/rowState.js';
import type { SheetCommand } from '../sheetCommand.js';
import { assessmentsWithoutRow, keysAndIds } from '../rows/withoutRow.js';
import { isOnlyRepeat, type PlannedRow } from '../rows/rowStatus.js';

/**
 * Returns the note about rows that are blocked because an earlier result that no sheet has shown
 * may belong to them.
 */
export function blockedNotes(rows: readonly PlannedRow[], operation: SheetCommand): Message[] {
  const blocked = rows
    .filter((row) => row.newCaseKey !== undefined && !isOnlyRepeat(row))
    .map(({ number }) => number);
  return blocked.length === 0 ? [] : [{ code: 'rowsBlocked', rows: blocked, operation }];
}

/**
 * Returns notes about rows to send that may correct others: copies, and rows of employees with an
 * assessment that no row has.
 */
export function correctionNotes(
  unsent: readonly PlannedRow[],
  rows: readonly PlannedRow[],
  states: ReadonlyMap<string, RowState>,
): Message[] {
  const numbers = (isMeant: (row: PlannedRow) => boolean) =>
    unsent.filter(isMeant).map(({ number }) => number);
  const copied = numbers(({ isCopied }) => isCopied === true);
  const known = new Set<string | undefined>();
  for (const { employee } of states.values()) known.add(employee);
  known.delete(undefined);
  const mayBe = ({ employee, isCopied }: PlannedRow) => isCopied !== true && known.has(employee);
  const left = unsent.some(mayBe) ? assessmentsWithoutRow(states, keysAndIds(rows)) : [];
  const withoutRow = new Set(left.map(({ employee }) => employee));
  const corrected = numbers((row) => mayBe(row) && withoutRow.has(row.employee));
  return [
    ...(copied.length === 0 ? [] : [{ code: 'rowsCopied', rows: copied } as const]),
    ...(corrected.length === 0
      ? []
      : [{ code: 'employeesAssessedBefore', rows: corrected } as const]),
  ];
}

/** Returns the note about assessments that no sheet has shown and no row matches. */
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

/** Returns the note about unconfirmed rows that were removed from the sheet or edited. */
export function missingNote(
  operation: SheetCommand,
  count: number,
  hasOtherSheets: boolean,
): Message[] {
  return count === 0 ? [] : [{ code: 'unconfirmedRowsMissing', operation, count, hasOtherSheets }];
}
