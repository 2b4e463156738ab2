import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { sanitize } from '../../../src/sanitized.js';
import { getFollowedAssessment } from '../../engine/intake/rowKey.js';
import { continuesToday } from '../../engine/journal/rounds.js';
import type { Message } from '../../engine/message.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { formatReport } from '../../engine/rows/rowReport.js';
import { listUnconfirmedAndMissing } from '../../engine/rows/requestsWithoutRow.js';
import { noteBlockedRows, noteMissingRows, noteOrphans } from '../../engine/run/planNotes.js';
import { noteDecidedEarlier } from '../../engine/run/earlierDecisions.js';
import { countStatuses, countHidden } from '../../engine/run/events.js';
import type { RowStatus } from '../../engine/sheetCommand.js';
import type { SheetStatus, StatusRow } from '../../engine/run/readStatus.js';
import { formatUtcMinute } from '../../../src/formatUtcMinute.js';
import { count } from '../../wording/words.js';
import { resumeCommands } from '../operations/operations.js';
import { commandLine } from '../output/commandLine.js';
import { wrapText } from '../output/lines.js';
import { nextSteps, type Progress, type Step, stepLines } from '../output/nextSteps.js';
import { columnLines, rowLine, titleLine } from '../output/sheetLines.js';
import { nameRound } from '../output/roundText.js';
import { countLines } from '../output/statusLines.js';
import type { Terminal } from '../output/terminal.js';
import { showValues } from '../../wording/sentence.js';
import { inWords, toLines, wordMessage } from '../wording/wording.js';
import { type ConfigOption, toResolveFlags } from './configuredSheet.js';
import { findOpenRoundName, isOpenForAllRows, suggestRoundCommand } from './continueRound.js';
import {
  suggestReassessment,
  toOperationFlag,
  type OperationOption,
  toSendingFlags,
  type SendingOptions,
  toSheetFlags,
} from './options.js';
import { suggestCorrectedCommand } from './nextCommands.js';
import { toResultsFile } from './runGuards.js';
import { type PlannedRow, countBlocked } from '../../engine/rows/plannedRow.js';
import { isRefusedInRound } from '../../engine/rows/rowStatus.js';

export type StatusOptions = SendingOptions & ConfigOption & OperationOption;

export async function printStatus(
  file: string,
  status: SheetStatus & { readonly inUse?: Message | undefined },
  flags: StatusOptions,
  terminal: Terminal,
): Promise<void> {
  const { rows, hiddenRows, sheet, headerRow, states, refusal, inUse } = status;
  const print = (text: string, indent = '  ') => {
    terminal.out(wrapText(text, terminal.width, indent));
  };
  for (const { planned, status: rowStatus, message } of rows) {
    if (message === undefined) continue;
    const { number: row } = planned;
    const isCovered =
      (rowStatus === 'Invalid' && status.isCoveredByColumnProblem(row)) ||
      // The active run may still receive the row's answer.
      (rowStatus === 'Unconfirmed' && inUse !== undefined);
    if (!isCovered) print(rowLine({ row, status: rowStatus, message }), '    ');
    await terminal.drained();
  }
  for (const line of columnLines(status.columnProblems, terminal.width)) terminal.out(line);
  const hidden = countHiddenRows(rows, hiddenRows);
  print(titleLine({ file, sheet, headerRow }, rows.length, hidden?.rows));
  const specialCounts = { mismatched: rows.filter(hasMismatch).length };
  const counts = countLines(countStatuses(flags.for, rows), 'after', flags.for, specialCounts);
  for (const line of counts) print(line);
  if (hiddenRows.length > 0) {
    print(showValues(wordMessage({ code: 'hiddenRowsSkipped', rows: hiddenRows.length })));
  }
  for (const line of describeDetails(file, status, flags)) print(line);
  if (status.isUnchecked) {
    print(
      'No base URL is set, so this does not show which Assessment IDs belong to other rows. Set RWA_BASE_URL and run rwa status again.',
    );
  }
  const planned = rows.map((row) => row.planned);
  const all = [...planned, ...hiddenRows];
  const missing = flags.for.repeatable ? 0 : listUnconfirmedAndMissing(all, states).length;
  const notes: readonly Message[] = [
    ...noteMissingRows(flags.for.command, missing, status.hasOtherSheets),
    ...noteBlockedRows(planned, flags.for.command),
    ...noteOrphans(
      rows.filter(isNeverSent).map(({ planned: row }) => row),
      all,
      states,
    ),
    ...noteDecidedEarlier(status.decidedEarlier),
  ];
  for (const note of notes) print(showValues(wordMessage(note)));
  if (inUse !== undefined) {
    print(showValues(wordMessage(inUse)));
    print('Rows that the run has sent and that have no answer yet are shown as unconfirmed.');
    return;
  }
  if (refusal !== undefined) {
    // A run would be refused too. The message contains the next step.
    for (const line of toLines(refusal)) print(sanitize(showValues(line)));
    return;
  }
  const notInPlace = describeNotInPlace(status.rowsNotInPlace, file);
  if (notInPlace !== undefined) print(notInPlace);
  const steps = suggestSteps(file, status, flags, { missing, notInPlace });
  for (const line of stepLines(steps, terminal.width)) terminal.out(line);
}

function hasMismatch({ status, message }: StatusRow): boolean {
  if (status !== 'Pending' || message?.code !== 'resultNotRead') return false;
  return message.reason.code !== 'requestFailed';
}

function isNeverSent({ status, planned }: StatusRow): boolean {
  return status === 'Not sent' && planned.plan?.kind !== 'next';
}

function describeDetails(
  file: string,
  { rows, service, refusal, round }: SheetStatus,
  flags: StatusOptions,
): string[] {
  const hasResults = rows.some(({ planned }) => planned.previous !== undefined);
  const noJournalLine = hasResults
    ? 'There is no journal beside this sheet; the statuses are those that the sheet shows.'
    : 'Nothing has been sent yet.';
  const lines: string[] = [];
  if (service !== undefined) lines.push(`Service:  ${sanitize(service)}`);
  else if (refusal === undefined) lines.push(noJournalLine);
  if (round !== undefined && round.endedAt === undefined && flags.for.name === 'rwa_create') {
    const overNote = continuesToday(round, Date.now()) ? '' : '; rwa reassess starts a new one';
    lines.push(
      `Round:    ${nameRound(round)}, started ${formatUtcMinute(round.begunAt)}, not finished${overNote}`,
    );
  }
  const results = toResultsFile(file, flags);
  if (results !== file && existsSync(results)) lines.push(`Results:  ${sanitize(results)}`);
  return lines;
}

function suggestSteps(
  file: string,
  status: SheetStatus,
  flags: StatusOptions,
  found: Pick<Progress, 'missing' | 'notInPlace'>,
): Step[] {
  const operation = flags.for;
  const unfinished = findUnfinishedRows(status);
  const unsent = findUnsentRowsInRound(status, operation);
  const { round } = status;
  // After a crash, a round may have rows of which the journal has no record.
  const isCutShort =
    operation.name === 'rwa_create' &&
    unfinished.length === 0 &&
    unsent.length === 0 &&
    isOpenForAllRows(round);
  const isContinued = isCutShort || isAllInRound(unfinished, status);
  const suggestRound = (rows: readonly PlannedRow[]) =>
    suggestRoundCommand(
      file,
      rows.map(({ number }) => number),
      round,
      flags,
    );
  const refused = status.rows.filter((row) => isRefusedInRound(row.planned, row.status));
  const operationOption = toOperationFlag(operation);
  return nextSteps(
    {
      counts: countStatuses(operation, status.rows),
      ...found,
      ...countBlocked(status.rows.map(({ planned }) => planned)),
      refusedInRound: refused.length,
      interrupted: isCutShort,
      // The command that continues the round also sends the unsent rows.
      leftInRound: isContinued ? 0 : unsent.length,
      repeatable: operation.repeatable,
    },
    {
      again: isContinued
        ? suggestRound([...unfinished, ...unsent])
        : commandLine([resumeCommands[operation.name], file], toSendingFlags(flags)),
      ...suggestCorrectedCommand(operation, file, flags),
      ...(operation.name === 'rwa_create'
        ? { reassess: suggestReassessment(file, flags, findOpenRoundName(round)) }
        : {}),
      finishRound: suggestRound(unsent),
      check: commandLine(['check', file], { ...operationOption, ...toSheetFlags(flags) }),
      resolve: commandLine(['resolve', file], {
        ...operationOption,
        ...toResolveFlags(flags),
      }),
    },
  );
}

export async function printStatusJson(
  { rows, hiddenRows, service, refusal, rowsNotInPlace }: SheetStatus,
  operation: SheetOperation,
  terminal: Terminal,
): Promise<void> {
  for (const { report } of rows) {
    terminal.out(JSON.stringify({ type: 'row', ...formatReport(report, inWords) }));
    await terminal.drained();
  }
  const counts = countStatuses(operation, rows);
  const hidden = countHiddenRows(rows, hiddenRows);
  terminal.out(
    JSON.stringify({
      type: 'summary',
      service,
      counts,
      ...(hidden && { hidden }),
      ...(rowsNotInPlace.length > 0 && { rowsNotInPlace: rowsNotInPlace.length }),
      ...(refusal && { refusal: toLines(refusal).map((line) => sanitize(showValues(line))) }),
    }),
  );
}

function countHiddenRows(rows: SheetStatus['rows'], hiddenRows: SheetStatus['hiddenRows']) {
  return countHidden(
    hiddenRows.length,
    rows.values().map(({ planned, status }) => ({ row: planned.number, status })),
    rows.map(({ planned }) => planned),
  );
}

function describeNotInPlace(rows: readonly number[], file: string): string | undefined {
  if (rows.length === 0) return undefined;
  const name = basename(file);
  return sanitize(
    `Results of ${count(rows.length, 'row')} are missing from ${name}; the journal has them. The next run writes them into ${name}. If you keep the results in another file with --output, this is fine.`,
  );
}

/**
 * Finds scored rows that the round still has to send: their last request certainly had no effect,
 * or a person asked to send them again.
 */
function findUnsentRowsInRound(
  { rows, states }: SheetStatus,
  { name }: SheetOperation,
): PlannedRow[] {
  if (name !== 'rwa_create') return [];
  // The key of a repeated assessment contains the ID of the previous assessment.
  const previousIds = new Set<string>();
  for (const [key, { state }] of states) {
    const previousId = state === 'Ready' ? getFollowedAssessment(key) : undefined;
    if (previousId !== undefined) previousIds.add(previousId);
  }
  if (previousIds.size === 0) return [];
  return rows.flatMap(({ planned, status, report: { assessmentId } }) =>
    status === 'Scored' && assessmentId !== undefined && previousIds.has(assessmentId)
      ? [planned]
      : [],
  );
}

const unfinishedStatuses: ReadonlySet<RowStatus> = new Set<RowStatus>(['Pending', 'Not sent']);

function findUnfinishedRows({ rows }: SheetStatus): PlannedRow[] {
  return rows.flatMap(({ status, planned }) => (unfinishedStatuses.has(status) ? [planned] : []));
}

/** Returns true if `rwa reassess` continues the round with these rows. */
function isAllInRound(rows: readonly PlannedRow[], { states }: SheetStatus): boolean {
  return rows.length > 0 && rows.every(({ key }) => states.get(key)?.round !== undefined);
}
