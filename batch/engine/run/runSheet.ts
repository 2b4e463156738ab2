import type { SheetFile } from '../../../sheets/sheet.js';
import { isLeftOut } from '../intake/skippedRows.js';
import type { IntakeOptions } from '../intake/intakeOptions.js';
import type { Intake } from '../intake/readSheet.js';
import { fileName } from '../fileName.js';
import type { Journal } from '../journal/journal.js';
import type { CurrentRound } from '../journal/rounds.js';
import type { Message, Wording } from '../message.js';
import type { ReportColumn } from '../operations/sheetOperation.js';
import { reportCase, reportRound } from '../report/reportCase.js';
import type { ReportData } from '../report/reportData.js';
import { columnsToWrite } from './resultColumns.js';
import { type RowReport, wordedReport } from '../rows/rowReport.js';
import { unconfirmedAndMissing } from '../rows/withoutRow.js';
import type { PlannedRow } from '../rows/rowStatus.js';
import type { RowStatus } from '../sheetCommand.js';
import type { RunOptions } from './runOptions.js';
import type { SentElsewhere } from './runMessages.js';
import { SheetCells } from './sheetCells.js';
import { planRead, type SheetPlan, unsentRows } from './sheetState.js';
import { withJournal } from './withJournal.js';
import { RowsInProgress } from './rowsInProgress.js';

/** A sheet as a run has read it, with its journal. */
interface Read {
  readonly file: SheetFile;
  readonly intake: Intake;
  readonly journal: Journal;
  /** The rows of the run. */
  readonly rows: readonly PlannedRow[];
  /** Hidden rows that the run skips. */
  readonly leftOut: readonly PlannedRow[];
  readonly round: CurrentRound;
  /** Rows that were sent from other sheets, by row number. */
  readonly sentElsewhere?: ReadonlyMap<number, SentElsewhere>;
}

/** Plans a sheet: the rows of the run, and the hidden rows that it skips. */
export function planned(
  { intake, journal, round, sentElsewhere }: Omit<Read, 'rows' | 'leftOut'>,
  options: RunOptions,
): SheetPlan {
  const isIgnoring = options.confirmedService === 'other' || journal.ignoresOtherServices;
  return planRead(intake.rows, journal, { ...options, round, sentElsewhere, isIgnoring });
}

/**
 * Returns the options to read the sheet with the journal. Earlier assessments that no journal
 * contains are read from the sheet.
 */
export function createIntakeOptions(
  { intake, service }: RunOptions,
  journal: Journal,
): IntakeOptions {
  const { readsResults = 'unknown' } = intake.inputs;
  const inputs = { ...intake.inputs, readsResults: journal.isNew || readsResults };
  return withJournal({ ...intake, inputs }, journal, service);
}

/** The sheet of a run: its rows, and the current status of each. */
export class RunSheet {
  readonly read: Read;
  readonly options: RunOptions;
  readonly wording: Wording;
  /** Why the run did not finish a row, by row number; not stored in the journal. */
  readonly notes: ReadonlyMap<number, Message>;
  readonly #worked: RowsInProgress;

  constructor(
    read: Read,
    options: RunOptions,
    wording: Wording,
    notes: RunSheet['notes'] = new Map(),
  ) {
    this.read = read;
    this.options = options;
    this.wording = wording;
    this.notes = notes;
    this.#worked = new RowsInProgress(read, options, notes);
  }

  /** Returns the same sheet with the run's messages about rows, which are stored nowhere else. */
  withNotes(notes: RunSheet['notes']): RunSheet {
    return new RunSheet(this.read, this.options, this.wording, notes);
  }

  /** The rows for the work on them. */
  get worked(): RowsInProgress {
    return this.#worked;
  }

  status(row: PlannedRow): RowStatus {
    return this.#worked.status(row);
  }

  /** Returns the same sheet, planned again after the journal has changed: a person has settled a row. */
  plannedAnew(): RunSheet {
    return this.#planned(this.read);
  }

  #planned(read: Omit<Read, 'rows' | 'leftOut'>): RunSheet {
    const now = { ...read, ...planned(read, this.options) };
    return new RunSheet(now, this.options, this.wording, this.notes);
  }

  /** Returns the same sheet with these rows blocked, which were sent from other sheets. */
  blockSentElsewhere(sentElsewhere: ReadonlyMap<number, SentElsewhere>): RunSheet {
    const all = new Map([...(this.read.sentElsewhere ?? []), ...sentElsewhere]);
    return this.#planned({ ...this.read, sentElsewhere: all });
  }

  /** The rows that would be sent for the first time. */
  get unsent(): readonly PlannedRow[] {
    return unsentRows(this.read.rows, this.read.journal, this.options);
  }

  /** The rows to send, or whose results are to be fetched. */
  get work(): readonly PlannedRow[] {
    return this.#worked.work;
  }

  // One at a time, because a sheet may have 100,000 rows.
  *reports(): Generator<RowReport> {
    for (const row of this.read.rows) yield this.report(row);
  }

  /** Returns the current report on a row. */
  report(row: PlannedRow): RowReport {
    return this.#worked.report(row);
  }

  /** Returns the data of a report; `at` is in ISO 8601. */
  reportData(at: string): ReportData {
    const { intake, rows, journal } = this.read;
    const round = journal.rounds.at(-1);
    const { input, service, isSandboxRun } = this.options;
    return {
      file: fileName(input),
      sheet: intake.sheet,
      service,
      generatedAt: at,
      isSandboxRun,
      ...(round && { round: reportRound(round) }),
      cases: rows.map((row) => reportCase(row, wordedReport(this.report(row), this.wording))),
    };
  }

  /** Returns the current and the new cells of the sheet. */
  cells(): SheetCells {
    const { intake, journal, rows, leftOut, round } = this.read;
    const planned = { read: intake.rows, rows, leftOut, columns: intake.columns };
    return new SheetCells(planned, journal, {
      ...this.options,
      ...{ round, wording: this.wording, notes: this.notes },
    });
  }

  get columnsToWrite(): readonly ReportColumn[] {
    const { intake, rows } = this.read;
    return columnsToWrite(this.options.operation, rows, intake.columns);
  }

  get hasScores(): boolean {
    return this.options.operation.succeeded === 'Scored';
  }

  /**
   * The number of unconfirmed rows that were removed from the sheet or edited. Always 0 for
   * repeatable operations.
   */
  get missing(): number {
    const { rows, leftOut, journal } = this.read;
    if (this.options.operation.repeatable) return 0;
    return unconfirmedAndMissing([...rows, ...leftOut], journal.states).length;
  }

  /** The number of rows that `visibleOnly` skips. */
  get hiddenAndLeftOut(): number {
    return this.read.intake.rows.filter((row) => isLeftOut(row, this.options.intake)).length;
  }

  /** The number of rows that a round skips because they were never assessed. */
  get neverAssessed(): number {
    if (this.options.operation.isInRounds !== true) return 0;
    return this.read.intake.rows.length - this.hiddenAndLeftOut - this.read.rows.length;
  }
}
