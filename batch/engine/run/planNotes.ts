import { groupBy } from '../plainData.js';
import type { RunSheet } from './runSheet.js';
import type { Message } from '../message.js';
import type { RowState } from '../journal/rowState.js';
import type { SheetCommand } from '../sheetCommand.js';
import { listAssessmentsWithoutRow, listKeysAndIds } from '../rows/requestsWithoutRow.js';
import { type PlannedRow, findNewRowKey } from '../rows/plannedRow.js';

export function noteBlockedRows(rows: readonly PlannedRow[], operation: SheetCommand): Message[] {
  const blocked = rows
    .filter((row) => findNewRowKey(row) !== undefined)
    .map(({ number }) => number);
  return blocked.length === 0 ? [] : [{ code: 'rowsBlocked', rows: blocked, operation }];
}

/**
 * Notes rows to send that may be corrections of earlier rows: copies of other rows, and rows whose
 * employee has an assessment that no row has.
 */
export function noteCorrections(
  unsent: readonly PlannedRow[],
  rows: readonly PlannedRow[],
  states: ReadonlyMap<string, RowState>,
): Message[] {
  const selectNumbers = (isSelected: (row: PlannedRow) => boolean) =>
    unsent.filter(isSelected).map(({ number }) => number);
  const copied = selectNumbers(isCopied);
  const known = new Set<string | undefined>();
  for (const { employee } of states.values()) known.add(employee);
  known.delete(undefined);
  const mayCorrect = (row: PlannedRow) => !isCopied(row) && known.has(row.employee);
  const unmatched = unsent.some(mayCorrect)
    ? listAssessmentsWithoutRow(states, listKeysAndIds(rows))
    : [];
  const withoutRow = new Set(unmatched.map(({ employee }) => employee));
  const corrected = selectNumbers((row) => mayCorrect(row) && withoutRow.has(row.employee));
  return [
    ...(copied.length === 0 ? [] : [{ code: 'rowsCopied', rows: copied } as const]),
    ...(corrected.length === 0
      ? []
      : [{ code: 'employeesAssessedBefore', rows: corrected } as const]),
  ];
}

function isCopied({ plan }: PlannedRow): boolean {
  return plan?.kind === 'copied';
}

/**
 * Counts assessments that no sheet has shown and no row matches: a row to send may be a correction
 * of one of them.
 */
export function noteOrphans(
  unsent: readonly PlannedRow[],
  rows: readonly PlannedRow[],
  states: ReadonlyMap<string, RowState>,
): Message[] {
  if (unsent.length === 0) return [];
  const isUnshown = ({ assessmentId, isShown = false }: RowState) =>
    assessmentId !== undefined && !isShown;
  if (![...states.values()].some(isUnshown)) return [];
  const count = listAssessmentsWithoutRow(states, listKeysAndIds(rows)).filter(isUnshown).length;
  return count === 0 ? [] : [{ code: 'assessmentsWithoutRow', count }];
}

export function noteMissingRows(
  operation: SheetCommand,
  count: number,
  hasOtherSheets: boolean,
): Message[] {
  return count === 0 ? [] : [{ code: 'unconfirmedRowsMissing', operation, count, hasOtherSheets }];
}

/** Notes these rows in the plan and the summary: unattended runs show only the summary. */
export function noteNeverAssessed({
  toSend: count,
  unfit,
}: ReturnType<RunSheet['countNeverAssessed']>): Message[] {
  return count + unfit === 0 ? [] : [{ code: 'rowsNeverAssessed', count, unfit }];
}

export function noteIdenticalRows({ read }: RunSheet, work: readonly PlannedRow[]): Message[] {
  const repeats = read.intake.rows.filter(({ sameAs }) => sameAs !== undefined);
  if (repeats.length === 0) return [];
  const inRound = new Set(work.flatMap((row) => (row.plan?.kind === 'next' ? [row.number] : [])));
  return [...groupBy(repeats, ({ sameAs = 0 }) => sameAs)]
    .map(([first, others]) => [first, ...others.map(({ number }) => number)])
    .map((same) => same.filter((number) => inRound.has(number)))
    .filter(({ length }) => length > 1)
    .map((rows) => ({ code: 'identicalInRound' as const, rows }));
}

export function noteImportedRows(sheet: RunSheet): Message[] {
  const { command, successStatus, toImportedFact } = sheet.options.operation;
  const { rows, journal } = sheet.read;
  const isImported = (row: PlannedRow) =>
    row.plan?.kind === 'imported' &&
    (toImportedFact !== undefined || sheet.status(row) === successStatus);
  const count = rows.filter(
    (row) => isImported(row) && journal.state(row.key) === undefined,
  ).length;
  if (count === 0) return [];
  const isRepeatedInRounds = toImportedFact === undefined;
  return [{ code: 'rowsDoneInSheet', count, status: successStatus, command, isRepeatedInRounds }];
}
