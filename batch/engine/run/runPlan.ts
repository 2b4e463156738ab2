import { groupedBy } from '../groupedBy.js';
import { sheetMessage } from '../files/fileMessages.js';
import type { Message } from '../message.js';
import { countStatuses, hiddenRows, type Plan } from './events.js';
import { expectedTimeMs } from './expectedTime.js';
import { blockedNotes, correctionNotes, missingNote, orphanNotes } from './blockedNotes.js';
import { type FoundColumns, usersOwnNote } from './resultColumns.js';
import { roundPlan } from './roundPlan.js';
import type { PlannedRow } from '../rows/rowStatus.js';
import { sentElsewhereNotes } from './sentElsewhere.js';
import type { RunSheet } from './runSheet.js';

/** Creates the plan of a run over the rows `work`; `latencyMs` is the duration of one answer. */
export function createPlan(
  sheet: RunSheet,
  work: readonly PlannedRow[],
  found: FoundColumns | undefined,
  latencyMs: number,
): Plan {
  const { file, intake, journal, rows, leftOut, round } = sheet.read;
  const { options, missing } = sheet;
  const { operation } = options;
  const hidden = hiddenRows(sheet.hiddenAndLeftOut, sheet.reports(), rows);
  const rowsToSend = work.filter((row) => sheet.status(row) !== 'Pending').length;
  const unsent = work.filter((row) => sheet.status(row) === 'Not sent' && row.round === undefined);
  // Without the option, there are none.
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
    ...people(sheet, work),
    ...(operation.isInRounds === true ? { round: roundPlan(round, rows) } : {}),
    counts: countStatuses(operation, sheet.reports()),
    ...(hidden === undefined ? {} : { hidden }),
    ...(found === undefined ? {} : { resultColumns: found.resultColumns }),
    expectedMs: expectedTimeMs({
      requests: operation.requestsPerRow * rowsToSend + (work.length - rowsToSend),
      latencyMs,
      ...options,
    }),
    reports: { [Symbol.iterator]: () => sheet.reports() },
    warnings: intake.warnings,
    columnProblems: intake.columnProblems,
    isCoveredByColumnProblem: intake.isCoveredByColumnProblem,
    notes: [
      ...file.notes.map(sheetMessage),
      ...intake.notes,
      ...usersOwnNote(sheet.columnsToWrite, intake.columns),
      ...(found?.notes ?? []),
      ...missingNote(operation.command, missing, file.sheets.length > 1),
      ...neverAssessedNote(sheet),
      ...identicalNote(sheet, work),
      ...importedNote(sheet),
      ...sentElsewhereNotes(rows, options.service),
      ...blockedNotes(rows, operation.command),
      ...correctionNotes(unsent, [...rows, ...leftOut], journal.states),
      ...orphanNotes([...rows, ...leftOut], journal.states),
    ],
  };
}

/** Returns the note for the plan and the summary: unattended runs show only the summary. */
export function neverAssessedNote({ neverAssessed: count }: RunSheet): Message[] {
  return count === 0 ? [] : [{ code: 'rowsNeverAssessed', count }];
}

/**
 * Returns a note about rows of a round that are identical now: they were edited, and each is
 * assessed separately.
 */
function identicalNote({ read }: RunSheet, work: readonly PlannedRow[]): Message[] {
  const repeats = read.intake.rows.filter(({ sameAs }) => sameAs !== undefined);
  if (repeats.length === 0) return [];
  const inRound = new Set(
    work.flatMap(({ number, round }) => (round === undefined ? [] : [number])),
  );
  return [...groupedBy(repeats, ({ sameAs = 0 }) => sameAs)]
    .map(([first, others]) => [first, ...others.map(({ number }) => number)])
    .map((same) => same.filter((number) => inRound.has(number)))
    .filter(({ length }) => length > 1)
    .map((rows) => ({ code: 'identicalInRound' as const, rows }));
}

function people({ options }: RunSheet, work: readonly PlannedRow[]): Pick<Plan, 'people'> {
  if (options.operation.requiresTypedConfirmation !== true) return {};
  const people = work.map(({ number, context, inputs: request = {} }) => ({
    row: number,
    request,
    context,
  }));
  return { people };
}

function importedNote(sheet: RunSheet): Message[] {
  const { command, succeeded, importedFact } = sheet.options.operation;
  const { rows, journal } = sheet.read;
  const isTaken = (row: PlannedRow) =>
    row.importedId !== undefined && (importedFact !== undefined || sheet.status(row) === succeeded);
  const count = rows.filter((row) => isTaken(row) && journal.state(row.key) === undefined).length;
  if (count === 0) return [];
  const isRepeatedInRounds = importedFact === undefined;
  return [{ code: 'rowsDoneInSheet', count, status: succeeded, command, isRepeatedInRounds }];
}
