import type { RowStatus } from '../sheetCommand.js';
import type { Journal } from '../journal/journal.js';
import type { Message } from '../message.js';
import type { RowReport } from '../rows/rowReport.js';
import { type PlannedRow, findBlock, isHeldBack, updateHistory } from '../rows/plannedRow.js';
import { isRefusedInRound } from '../rows/rowStatus.js';
import { createRowReport } from './createRowReport.js';
import type { RunOptions } from './runOptions.js';

type RowWorkOptions = Pick<
  RunOptions,
  | 'operation'
  | 'concurrency'
  | 'pollIntervalMs'
  | 'pollTimeoutMs'
  | 'maxErrors'
  | 'sendDuplicates'
  | 'retryRejected'
>;

/** The planned rows of a sheet, or of the slice that a worker has. */
export class RowsInProgress {
  readonly rows: readonly PlannedRow[];
  readonly journal: Journal;
  readonly options: RowWorkOptions;
  readonly #notes: ReadonlyMap<number, Message>;

  /** `notes` are messages by row number. They are stored nowhere else. */
  constructor(
    { rows, journal }: Pick<RowsInProgress, 'rows' | 'journal'>,
    options: RowWorkOptions,
    notes: ReadonlyMap<number, Message> = new Map(),
  ) {
    this.rows = rows;
    this.journal = journal;
    this.options = options;
    this.#notes = notes;
  }

  status(row: PlannedRow): RowStatus {
    const { operation } = this.options;
    return operation.status(row, this.journal.state(row.key), this.options);
  }

  get work(): readonly PlannedRow[] {
    return this.rows.filter((row) => this.#needsWork(row));
  }

  report(row: PlannedRow): RowReport {
    const { journal, options } = this;
    const state = journal.state(row.key);
    const note = this.#notes.get(row.number);
    return createRowReport(options.operation, updateHistory(row, journal), state, options, note);
  }

  #needsWork(row: PlannedRow): boolean {
    const status = this.status(row);
    if (status === 'Not sent') return row.skipReason === undefined;
    if (status === 'Pending') return true;
    if (status === 'Unconfirmed') {
      return this.options.operation.repeatable && findBlock(row) === undefined;
    }
    if (status !== 'Rejected' || isRefusedInRound(row, status)) return false;
    return this.options.retryRejected && row.inputs !== undefined && !isHeldBack(row);
  }
}
