import type { SheetFile } from '../../../sheets/sheet.js';
import { UsageError } from '../errors.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import type { RowListener, Intake } from '../intake/readSheet.js';
import type { Journal } from '../journal/journal.js';
import { findCurrentRound, type WantedRound, type CurrentRound } from '../journal/rounds.js';
import { findJournalRefusal, findLostJournalRefusal } from './journalRefusal.js';
import type { RunOptions, RunPorts, RunStorage } from './runOptions.js';
import { learnFacts, createRowsInUseError } from './sentElsewhere.js';
import {
  selectFirstTimeRows,
  readRows,
  planReadRows,
  type SheetPlan,
  selectUnsentRows,
  addJournalOptions,
} from './sheetState.js';
import { isSkippedAsHidden } from '../intake/skippedRows.js';
import type { IntakeOptions } from '../intake/intakeOptions.js';
import { getFileName } from '../files/fileMessages.js';
import type { Message, Wording } from '../message.js';
import type { ReportColumn } from '../operations/sheetOperation.js';
import { toReportRow, toReportRound, type ReportData } from '../report/reportData.js';
import { listColumnsToWrite, hasReassessments } from './resultColumns.js';
import { type RowReport, formatReport } from '../rows/rowReport.js';
import { listUnconfirmedAndMissing } from '../rows/requestsWithoutRow.js';
import type { RowStatus } from '../sheetCommand.js';
import type { SentElsewhere } from './runMessages.js';
import { SheetCells } from './sheetCells.js';
import { RowsInProgress } from './rowsInProgress.js';
import { findBlock, type PlannedRow } from '../rows/plannedRow.js';

interface ReadPorts extends Pick<RunPorts, 'wording'> {
  readonly storage: RunStorage;
  readonly nowMs: number;
  readonly onRow?: RowListener;
}

/**
 * Throws a UsageError if the columns do not fit, if the sheet lacks something that the options
 * name, or if the journal may lack rows that were sent, which would be sent again. Throws a
 * SheetInUse if another run is sending one of the rows.
 */
export async function readRunSheet(
  file: SheetFile,
  journal: Journal,
  options: RunOptions,
  { storage, wording, nowMs, onRow }: ReadPorts,
): Promise<RunSheet> {
  const { operation, input: sheet, newRound, roundName } = options;
  const { findRequestsElsewhere, findFactsElsewhere } = storage;
  const assessments = await storage.readAssessments?.();
  const reading = {
    ...options,
    intake: createIntakeOptions(options, journal),
    assessments,
    findRequestsElsewhere,
    learn:
      findFactsElsewhere &&
      ((rows: readonly IntakeRow[]) => learnFacts(rows, journal, findFactsElsewhere)),
  };
  // Read these properties before the journal learns facts from other sheets, which must not count.
  const { path, isNew } = journal;
  const used = { path, isNew, isNamed: storage.isJournalNamed };
  const intake = await readRows(file, journal, reading, onRow);
  const findLeftBehind = () => storage.findLeftBehind(intake.rows, journal);
  const { refusal } = await findJournalRefusal(
    { operation, sheet, journal: used, known: journal, findLeftBehind },
    intake.rows,
  );
  if (refusal !== undefined) throw new UsageError(refusal, { code: 'nothingSent' });
  operation.check?.(intake.rows);
  const round = findCurrentRound(journal.rounds, nowMs, toWantedRound(options, nowMs));
  const journalNotes = storage.listJournalNotes?.() ?? [];
  const unplanned = { file, intake, journal, round, journalNotes };
  const all = new RunSheet({ ...unplanned, ...planRunSheet(unplanned, options) }, options, wording);
  const allUnsent = all.unsent;
  if (allUnsent.length > 0 && options.withoutJournal !== true) {
    const { findBackupWithoutJournal } = storage;
    const { isSandboxRun } = options;
    const evidence = {
      findBackupWithoutJournal,
      roundName,
      isSandboxRun,
      isNewRound: newRound !== undefined && newRound !== false && round.begunAt === undefined,
    };
    const about = { operation, sheet, journal: used, known: journal };
    const lost = findLostJournalRefusal(about, intake.rows, evidence);
    if (lost !== undefined) throw new UsageError(lost, { code: 'nothingSent' });
  }
  const unsent = selectFirstTimeRows(allUnsent, operation);
  if (unsent.length === 0) return all;
  storage.claims?.refuse(unsent);
  if (options.sendKnown === true) return all;
  const sentElsewhere = await storage.findSentElsewhere?.(unsent, journal);
  return sentElsewhere === undefined || sentElsewhere.size === 0
    ? all
    : all.blockSentElsewhere(sentElsewhere);
}

function toWantedRound({ newRound, roundName, orderedMs }: RunOptions, nowMs: number): WantedRound {
  if (roundName !== undefined) return { name: roundName };
  if (newRound === 'onceFinished') return { nextMs: nowMs };
  return newRound === true ? 'new' : { orderedMs: orderedMs ?? nowMs };
}

/**
 * Returns the function that releases the claims. Throws a SheetInUse if another run is sending one
 * of the rows from another sheet, or has sent such a row since this run was planned.
 */
export async function claimUnsentRows(
  sheet: RunSheet,
  { claims }: RunStorage,
): Promise<() => void> {
  const unsent = selectFirstTimeRows(sheet.unsent, sheet.options.operation);
  const release = claims?.take(unsent) ?? (() => undefined);
  if (claims === undefined || unsent.length === 0 || sheet.options.sendKnown === true)
    return release;
  try {
    const sent = await claims.findSentSince(unsent, sheet.read.journal);
    const stillUnsent = new Set(sheet.blockSentElsewhere(sent).unsent.map(({ number }) => number));
    const sentMeanwhile = unsent.filter(({ number }) => !stillUnsent.has(number));
    const [first] = sentMeanwhile.flatMap(({ number }) => sent.get(number) ?? []);
    if (first !== undefined) throw createRowsInUseError(sentMeanwhile, first.sheet);
    return release;
  } catch (error) {
    release();
    throw error;
  }
}

interface ReadSheet {
  readonly file: SheetFile;
  readonly intake: Intake;
  readonly journal: Journal;
  readonly rows: readonly PlannedRow[];
  readonly hiddenRows: readonly PlannedRow[];
  readonly round: CurrentRound;
  /** Rows that were sent from other sheets, by row number. */
  readonly sentElsewhere?: ReadonlyMap<number, SentElsewhere>;
  readonly journalNotes?: readonly Message[];
}

function planRunSheet(
  { intake, journal, round, sentElsewhere }: Omit<ReadSheet, 'rows' | 'hiddenRows'>,
  options: RunOptions,
): SheetPlan {
  const ignoresOtherServices = options.confirmedService === 'other' || journal.ignoresOtherServices;
  return planReadRows(intake.rows, journal, {
    ...options,
    round,
    sentElsewhere,
    ignoresOtherServices,
  });
}

/** Results that the journal does not contain are read from the sheet. */
export function createIntakeOptions(
  { intake, service }: RunOptions,
  journal: Journal,
): IntakeOptions {
  const { readsResults = 'unknown' } = intake.inputs;
  const inputs = { ...intake.inputs, readsResults: journal.isNew || readsResults };
  return addJournalOptions({ ...intake, inputs }, journal, service);
}

interface NeverAssessedCounts {
  readonly toSend: number;
  readonly unfit: number;
}

export class RunSheet {
  readonly read: ReadSheet;
  readonly options: RunOptions;
  readonly wording: Wording;
  /** The reasons why the run did not finish rows, by row number; not stored in the journal. */
  readonly notes: ReadonlyMap<number, Message>;
  readonly rowsInProgress: RowsInProgress;

  constructor(
    read: ReadSheet,
    options: RunOptions,
    wording: Wording,
    notes: RunSheet['notes'] = new Map(),
  ) {
    this.read = read;
    this.options = options;
    this.wording = wording;
    this.notes = notes;
    this.rowsInProgress = new RowsInProgress(read, options, notes);
  }

  withNotes(notes: RunSheet['notes']): RunSheet {
    return new RunSheet(this.read, this.options, this.wording, notes);
  }

  status(row: PlannedRow): RowStatus {
    return this.rowsInProgress.status(row);
  }

  replan(): RunSheet {
    return this.#plan(this.read);
  }

  #plan(read: Omit<ReadSheet, 'rows' | 'hiddenRows'>): RunSheet {
    const now = { ...read, ...planRunSheet(read, this.options) };
    return new RunSheet(now, this.options, this.wording, this.notes);
  }

  blockSentElsewhere(sentElsewhere: ReadonlyMap<number, SentElsewhere>): RunSheet {
    const all = new Map([...(this.read.sentElsewhere ?? []), ...sentElsewhere]);
    return this.#plan({ ...this.read, sentElsewhere: all });
  }

  get unsent(): readonly PlannedRow[] {
    return selectUnsentRows(this.read.rows, this.read.journal, this.options);
  }

  get work(): readonly PlannedRow[] {
    return this.rowsInProgress.work;
  }

  /** Yields one report at a time, because a sheet may have 100,000 rows. */
  *reports(): Generator<RowReport> {
    for (const row of this.read.rows) yield this.report(row);
  }

  report(row: PlannedRow): RowReport {
    return this.rowsInProgress.report(row);
  }

  reportData(at: string): ReportData {
    const { intake, rows, journal } = this.read;
    const round = journal.rounds.at(-1);
    const { input, service, isSandboxRun } = this.options;
    return {
      file: getFileName(input),
      sheet: intake.sheet,
      service,
      generatedAt: at,
      isSandboxRun,
      ...(round && { round: toReportRound(round) }),
      rows: rows.map((row) => toReportRow(row, formatReport(this.report(row), this.wording))),
    };
  }

  createCells(): SheetCells {
    const { intake, journal, rows, hiddenRows, round } = this.read;
    const planned = { read: intake.rows, rows, hiddenRows, columns: intake.columns };
    return new SheetCells(planned, journal, {
      ...this.options,
      round,
      wording: this.wording,
      notes: this.notes,
    });
  }

  get columnsToWrite(): readonly ReportColumn[] {
    const { intake, rows } = this.read;
    return listColumnsToWrite(this.options.operation, hasReassessments(rows), intake.columns);
  }

  get hasScores(): boolean {
    return this.options.operation.successStatus === 'Scored';
  }

  /**
   * The number of unconfirmed rows that were removed from the sheet or edited. Always 0 for
   * repeatable operations.
   */
  get missing(): number {
    const { rows, hiddenRows, journal } = this.read;
    if (this.options.operation.repeatable) return 0;
    return listUnconfirmedAndMissing([...rows, ...hiddenRows], journal.states).length;
  }

  get hiddenAndSkipped(): number {
    return this.read.intake.rows.filter((row) => isSkippedAsHidden(row, this.options.intake))
      .length;
  }

  /**
   * Counts the rows that a round skips because they were never assessed: `toSend` rows that the
   * base operation would send, and `unfit` rows that are invalid or duplicates.
   */
  countNeverAssessed(): NeverAssessedCounts {
    const { intake, journal, rows, hiddenRows } = this.read;
    const { baseOperation: operation, isInRounds } = this.options.operation;
    const isWhole = intake.rows.length === rows.length + hiddenRows.length;
    if (isInRounds !== true || operation === undefined || isWhole) return { toSend: 0, unfit: 0 };
    const options = { ...this.options, operation };
    const inRound = new Set(rows.map(({ number }) => number));
    let [toSend, unfit] = [0, 0];
    for (const row of planRunSheet(this.read, options).rows) {
      // A blocked row may have an assessment.
      if (inRound.has(row.number) || findBlock(row) !== undefined) continue;
      const status = operation.status(row, journal.state(row.key), options);
      if (status === 'Not sent') toSend++;
      if (status === 'Invalid' || status === 'Duplicate') unfit++;
    }
    return { toSend, unfit };
  }
}
