import type { SheetFile } from '../../../sheets/sheet.js';
import { isLeftOut } from '../intake/hiddenRows.js';
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
import type { RowStatus } from '../intake/statusWords.js';
import type { RunOptions } from './runOptions.js';
import type { SentElsewhere } from './runMessages.js';
import { SheetCells } from './sheetCells.js';
import { planRead, type SheetPlan, unsentRows, withJournal } from './sheetState.js';
import { RowsInProgress } from './rowsInProgress.js';

/** A sheet as a run has read it, with its journal. */
interface Read {
  readonly file: SheetFile;
  readonly intake: Intake;
  readonly journal: Journal;
  /** The rows that the run is about. */
  readonly rows: readonly PlannedRow[];
  /** Hidden rows that the run skips. */
  readonly leftOut: readonly PlannedRow[];
  readonly round: CurrentRound;
  /** Rows that were sent from other sheets, by their numbers. */
  readonly sentElsewhere?: ReadonlyMap<number, SentElsewhere>;
}

/** The plan of a sheet, for the rows that the run is about and for those that it leaves out. */
export function planned(
  { intake, journal, round, sentElsewhere }: Omit<Read, 'rows' | 'leftOut'>,
  options: RunOptions,
): SheetPlan {
  const isIgnoring = options.confirmedService === 'other' || journal.ignoresOtherServices;
  return planRead(intake.rows, journal, { ...options, round, sentElsewhere, isIgnoring });
}

/** What no journal has of earlier assessments is in the sheet. */
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
  /** Why the run did not finish a row, by its number; not in the journal. */
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

  /** The same sheet, with what its run has learnt about rows and is stored nowhere else. */
  withNotes(notes: RunSheet['notes']): RunSheet {
    return new RunSheet(this.read, this.options, this.wording, notes);
  }

  /** Its rows as the work on them needs them. */
  get worked(): RowsInProgress {
    return this.#worked;
  }

  status(row: PlannedRow): RowStatus {
    return this.#worked.status(row);
  }

  /** The same sheet by what its journal knows now: a person has settled a row. */
  plannedAnew(): RunSheet {
    return this.#planned(this.read);
  }

  #planned(read: Omit<Read, 'rows' | 'leftOut'>): RunSheet {
    const now = { ...read, ...planned(read, this.options) };
    return new RunSheet(now, this.options, this.wording, this.notes);
  }

  /** The same sheet with these rows blocked, which were sent from other sheets. */
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

  // One at a time: a sheet may have 100,000.
  *reports(): Generator<RowReport> {
    for (const row of this.read.rows) yield this.report(row);
  }

  /** What is known of a row by now. */
  report(row: PlannedRow): RowReport {
    return this.#worked.report(row);
  }

  /** The numbers for a report, `at` a time in ISO 8601. */
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

  /** What the sheet shows of its rows, and what it is to show. */
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

  /** Unconfirmed rows that left the sheet, or were edited since. What is repeatable has none. */
  get missing(): number {
    const { rows, leftOut, journal } = this.read;
    if (this.options.operation.repeatable) return 0;
    return unconfirmedAndMissing([...rows, ...leftOut], journal.states).length;
  }

  /** How many rows `visibleOnly` skips. */
  get hiddenAndLeftOut(): number {
    return this.read.intake.rows.filter((row) => isLeftOut(row, this.options.intake)).length;
  }

  /** Rows that a round skips, because they were never assessed. */
  get neverAssessed(): number {
    if (this.options.operation.isInRounds !== true) return 0;
    return this.read.intake.rows.length - this.hiddenAndLeftOut - this.read.rows.length;
  }
}
