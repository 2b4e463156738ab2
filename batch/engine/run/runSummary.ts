import type { Failure } from '../../../src/failure.js';
import type { Reason } from '../journal/facts.js';
import type { Message } from '../message.js';
import type { SheetCommand } from '../sheetCommand.js';
import { isSameData } from '../plainData.js';
import { countStatuses, type Listener, type Summary, type Counts } from './events.js';
import { noteNeverAssessed } from './planNotes.js';
import type { RunSheet } from './runSheet.js';
import type { RunEnd } from './startWork.js';
import type { WriteOutcome } from './writeBack.js';
import type { Outcome } from '../errors.js';
import { countBlocked } from '../rows/plannedRow.js';
import { isRefusedInRound } from '../rows/rowStatus.js';

interface FinishedRun {
  readonly end: RunEnd;
  readonly written: WriteOutcome;
  readonly reportNotWritten: Message | undefined;
  readonly interrupted: boolean;
  readonly beganAt: string;
  readonly tookMs: number;
  readonly doneBefore: number;
  readonly shownBefore: readonly Message[];
}

/** Also calls the listener for each row. */
export function createSummary(sheet: RunSheet, run: FinishedRun, listen: Listener): Summary {
  const { end, written, reportNotWritten, interrupted, beganAt, tookMs, doneBefore, shownBefore } =
    run;
  const { operation } = sheet.options;
  let sent = 0;
  const unread: UnreadRow[] = [];
  const unsent: UnsentRow[] = [];
  for (const report of sheet.reports()) {
    listen({ type: 'row', report });
    // A request that was rejected because of its token counts as not sent.
    if (end.sent.has(report.row) && report.status !== 'Not sent') sent++;
    const { message } = report;
    if (message?.code === 'resultNotRead' && message.at >= beganAt) {
      const { operation: fetching, reason, hasNoResult } = message;
      unread.push({ row: report.row, operation: fetching, reason, hasNoResult });
    }
    if (message?.code === 'rowNotSent') unsent.push({ row: report.row, failure: message.failure });
  }
  const counts = countStatuses(operation, sheet.reports());
  const { missing } = sheet;
  const neverAssessed = sheet.countNeverAssessed();
  const { stopped } = end;
  const unsentNote = stopped === undefined && !interrupted ? noteUnsentRows(unsent) : [];
  const refused = sheet.read.rows.filter((row) => isRefusedInRound(row, sheet.status(row)));
  const refusedInRound = refused.length;
  const isNew = (note: Message) => !shownBefore.some((shown) => isSameData(shown, note));
  const { path, backup, oldCopiesDeleted, notInPlace } = written;
  return {
    counts,
    sent,
    doneBefore: Math.min(doneBefore, counts[operation.successStatus] ?? 0),
    outcome: findOutcome(counts, {
      interrupted,
      missing,
      stopped: stopped !== undefined,
      unmatchedRows: written.unmatchedRows?.length ?? 0,
      notInPlace: notInPlace !== undefined || reportNotWritten !== undefined,
    }),
    tookMs,
    ...(operation.isInRounds === true ? { round: sheet.read.round.number } : {}),
    ...(path === undefined ? {} : { output: path, backup }),
    ...(oldCopiesDeleted === undefined ? {} : { oldCopiesDeleted }),
    journal: sheet.read.journal.path,
    missing,
    ...countBlocked(sheet.read.rows),
    ...(refusedInRound === 0 ? {} : { refusedInRound }),
    ...(neverAssessed.toSend === 0 ? {} : { neverAssessed: neverAssessed.toSend }),
    stopped,
    ...(notInPlace === undefined ? {} : { notInPlace }),
    ...(reportNotWritten === undefined ? {} : { reportNotWritten }),
    interrupted,
    notes: [
      ...unsentNote,
      ...noteUnreadResults(unread),
      ...written.notes.filter(isNew),
      ...noteNeverAssessed(neverAssessed),
      ...(sheet.read.journalNotes ?? []),
    ],
  };
}

interface UnreadRow {
  readonly row: number;
  readonly operation: SheetCommand;
  readonly reason: Reason;
  readonly hasNoResult: boolean;
}

/** Separates results to fetch again from results that do not belong to their rows. */
function noteUnreadResults(unread: readonly UnreadRow[]): Message<'resultsNotRead'>[] {
  const failed = unread.filter(({ reason }) => reason.code === 'requestFailed');
  const wrong = unread.filter(({ reason }) => reason.code !== 'requestFailed');
  return [failed, wrong].flatMap((rowsAlike) => {
    const [first] = rowsAlike;
    if (first === undefined) return [];
    const { operation, reason } = first;
    const rows = rowsAlike.map(({ row }) => row);
    const hasNoResult = rowsAlike.some((unreadRow) => unreadRow.hasNoResult);
    return [{ code: 'resultsNotRead', operation, rows, reason, hasNoResult }];
  });
}

interface UnsentRow {
  readonly row: number;
  readonly failure: Failure;
}

function noteUnsentRows(unsent: readonly UnsentRow[]): readonly Message[] {
  const [first] = unsent;
  if (first === undefined) return [];
  return [{ code: 'rowsNotSent', rows: unsent.map(({ row }) => row), failure: first.failure }];
}

/** If several outcomes apply, returns the most serious outcome. */
export function findOutcome(
  counts: Counts,
  end: {
    readonly interrupted: boolean;
    readonly stopped: boolean;
    /** Unconfirmed rows that were removed from the sheet or edited. */
    readonly missing?: number;
    readonly unmatchedRows?: number;
    readonly notInPlace?: boolean;
  },
): Outcome {
  if (end.interrupted) return 'interrupted';
  if (end.stopped || counts['Not sent'] > 0) return 'stopped';
  if (end.notInPlace === true) return 'notInPlace';
  if (counts.Unconfirmed + (end.missing ?? 0) > 0) return 'unconfirmed';
  if (counts.Pending > 0) return 'pending';
  const { Invalid, Rejected, Duplicate } = counts;
  if (Invalid + Rejected + Duplicate + (end.unmatchedRows ?? 0) > 0) return 'someFailed';
  return 'done';
}
