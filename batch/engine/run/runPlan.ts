import type { CurrentRound } from '../journal/rounds.js';
import { toSheetMessage } from '../files/fileMessages.js';
import { countStatuses, countHidden, type Plan, type RoundPlan } from './events.js';
import {
  noteBlockedRows,
  noteCorrections,
  noteIdenticalRows,
  noteImportedRows,
  noteMissingRows,
  noteNeverAssessed,
  noteOrphans,
} from './planNotes.js';
import { type FoundColumns, createUsersColumnsNote } from './resultColumns.js';
import { countBlocked, type PlannedRow } from '../rows/plannedRow.js';
import { noteSentElsewhere } from './sentElsewhere.js';
import type { RunSheet } from './runSheet.js';

export function createPlan(
  sheet: RunSheet,
  work: readonly PlannedRow[],
  found: FoundColumns | undefined,
  latencyMs: number,
): Plan {
  const { file, intake, journal, rows, hiddenRows, round, journalNotes = [] } = sheet.read;
  const { options, missing } = sheet;
  const { operation } = options;
  const hidden = countHidden(sheet.hiddenAndSkipped, sheet.reports(), rows);
  const rowsToSend = work.filter((row) => sheet.status(row) !== 'Pending').length;
  const unsent = work.filter(
    (row) => sheet.status(row) === 'Not sent' && row.plan?.kind !== 'next',
  );
  const rejectedToSend = options.retryRejected
    ? work.filter((row) => sheet.status(row) === 'Rejected').length
    : 0;
  return {
    command: operation.command,
    file: options.input,
    sheet: intake.sheet,
    headerRow: intake.headerRow,
    service: options.service,
    rows: rows.length,
    rowsToDo: work.length,
    rowsToSend,
    ...(rejectedToSend === 0 ? {} : { rejectedToSend }),
    ...listPeople(sheet, work),
    ...(operation.isInRounds === true ? { round: toRoundPlan(round, rows) } : {}),
    counts: countStatuses(operation, sheet.reports()),
    blocked: countBlocked(rows).blocked,
    ...(hidden === undefined ? {} : { hidden }),
    ...(found === undefined ? {} : { resultColumns: found.resultColumns }),
    expectedMs: computeExpectedMs({
      requests: operation.requestsPerRow * rowsToSend + (work.length - rowsToSend),
      latencyMs,
      ...options,
    }),
    reports: { [Symbol.iterator]: () => sheet.reports() },
    warnings: intake.warnings,
    columnProblems: intake.columnProblems,
    isCoveredByColumnProblem: intake.isCoveredByColumnProblem,
    notes: [
      ...journalNotes,
      ...file.notes.map(toSheetMessage),
      ...intake.notes,
      ...createUsersColumnsNote(sheet.columnsToWrite, intake.columns),
      ...(found?.notes ?? []),
      ...noteMissingRows(operation.command, missing, file.sheets.length > 1),
      ...noteNeverAssessed(sheet.countNeverAssessed()),
      ...noteIdenticalRows(sheet, work),
      ...noteImportedRows(sheet),
      ...noteSentElsewhere(rows, options.service),
      ...noteBlockedRows(rows, operation.command),
      ...noteCorrections(unsent, [...rows, ...hiddenRows], journal.states),
      ...noteOrphans(unsent, [...rows, ...hiddenRows], journal.states),
    ],
  };
}

function listPeople({ options }: RunSheet, work: readonly PlannedRow[]): Pick<Plan, 'people'> {
  if (options.operation.requiresTypedConfirmation !== true) return {};
  const people = work.map(({ number, context, inputs: request = {} }) => ({
    row: number,
    request,
    context,
  }));
  return { people };
}

function toRoundPlan({ nowMs: _, ...round }: CurrentRound, rows: readonly PlannedRow[]): RoundPlan {
  const unselected = { done: 0, rows: 0, where: 0, recent: 0, unchanged: 0, unknown: 0 };
  let selected = 0;
  for (const row of rows) {
    if (row.plan?.kind === 'next') selected++;
    if (row.skipReason !== undefined) unselected[row.skipReason]++;
  }
  return { ...round, selected, unselected };
}

interface ExpectedWork {
  /** The minimum number: an assessment is created once and polled at least once. */
  readonly requests: number;
  readonly latencyMs: number;
  readonly concurrency: number;
  readonly spacingMs: number;
  readonly pollIntervalMs: number;
}

/**
 * The part of the poll interval after which a result is first polled, until results have shown how
 * long the service takes (see PollSchedule).
 */
const firstPollShare = 1 / 8;

/**
 * Returns the minimum, as if every result were ready at the first poll: the time that the service
 * takes is not known in advance.
 */
export function computeExpectedMs(work: ExpectedWork): number {
  const { requests } = work;
  if (requests === 0) return 0;
  const betweenMs = Math.max(work.latencyMs / work.concurrency, work.spacingMs);
  return requests * betweenMs + work.pollIntervalMs * firstPollShare;
}
