import type { Columns } from '../intake/columns.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import type { CurrentRound } from '../journal/rounds.js';
import type { RowState } from '../journal/rowState.js';
import { isUnconfirmed } from '../journal/settle.js';
import type { Message, Wording } from '../message.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { planSheet } from './sheetState.js';
import { createRowReport } from './createRowReport.js';
import type { RunOptions } from './runOptions.js';
import { type WordedReport, formatReport } from '../rows/rowReport.js';
import { type PlannedRow, updateHistory } from '../rows/plannedRow.js';
import type { RowStatusOptions } from '../rows/rowStatus.js';
import type { CellJournal } from './ownCells.js';

export interface PlannedSheet {
  /** All rows that were read, with their keys from the intake. */
  readonly read: readonly IntakeRow[];
  /** Excludes the rows that the operation leaves out. */
  readonly rows: readonly PlannedRow[];
  readonly hiddenRows?: readonly PlannedRow[] | undefined;
  readonly columns: Columns;
}

export interface CellOptions {
  readonly operation: SheetOperation;
  readonly round: CurrentRound;
  readonly wording: Wording;
  readonly service: string;
  /** The reasons why rows could not be sent, by row number. */
  readonly notes: ReadonlyMap<number, Message>;
  readonly lostIds?: RunOptions['lostIds'];
}

export interface ShownRow {
  readonly row: PlannedRow;
  readonly state: RowState | undefined;
  readonly report: WordedReport;
  /** True if the row was never sent and the round skips it, so that no columns are added for it. */
  readonly isUntouched?: boolean;
}

interface FoundRow {
  readonly operation: SheetOperation;
  readonly row: PlannedRow;
  readonly state: RowState | undefined;
  readonly note?: Message | undefined;
}

export class ShownRows {
  readonly #read: readonly IntakeRow[];
  readonly #journal: CellJournal;
  readonly #options: CellOptions & RowStatusOptions;
  readonly #planned: RowsByNumber;
  readonly #hiddenRows: ReadonlySet<number>;
  #currentRows: RowsByNumber | undefined;

  constructor(
    { read, rows, hiddenRows }: PlannedSheet,
    journal: CellJournal,
    options: CellOptions,
  ) {
    this.#read = read;
    this.#journal = journal;
    // The sheet must agree with `rwa status`, which does not have this option.
    this.#options = { ...options, sendDuplicates: false };
    this.#planned = indexByNumber(rows);
    this.#hiddenRows = new Set(hiddenRows?.map(({ number }) => number));
  }

  isSkippedAsHidden(rowNumber: number): boolean {
    return this.#hiddenRows.has(rowNumber);
  }

  /** Returns undefined for a row that was not read or is skipped as hidden. */
  get(rowNumber: number): ShownRow | undefined {
    const found = this.#find(rowNumber);
    if (found === undefined) return undefined;
    const { operation, row, state, note } = found;
    const current = updateHistory(row, this.#journal);
    const report = createRowReport(operation, current, state, this.#options, note);
    const isUntouched = this.#planned[rowNumber] === undefined && report.status === 'Not sent';
    return { row, state, report: formatReport(report, this.#options.wording), isUntouched };
  }

  #find(rowNumber: number): FoundRow | undefined {
    if (this.#hiddenRows.has(rowNumber)) return undefined;
    const { notes } = this.#options;
    const { baseOperation } = this.#options.operation;
    // After a round, all rows show the state that the next command sees, even rows that were not
    // sent.
    const operation = baseOperation ?? this.#options.operation;
    const planned =
      baseOperation === undefined ? this.#planned : this.#planCurrentRows(baseOperation);
    const row = planned[rowNumber];
    if (row === undefined) return undefined;
    const state = this.#journal.state(row.key);
    return { operation, row, state, note: notes.get(rowNumber) };
  }

  #planCurrentRows(operation: SheetOperation): RowsByNumber {
    if (this.#currentRows !== undefined) return this.#currentRows;
    const { states } = this.#journal;
    const planned = planSheet(operation, this.#read, states, this.#options.round);
    this.#currentRows = indexByNumber(planned.map((row) => this.#ignoreOlderId(row)));
    return this.#currentRows;
  }

  /** Ignores the ID that an unconfirmed row already showed before the round sent the row. */
  #ignoreOlderId(row: PlannedRow): PlannedRow {
    const { key, plan } = this.#planned[row.number] ?? {};
    if (row.plan?.kind !== 'imported' || plan?.kind !== 'next' || row.key !== key) return row;
    const state = this.#journal.state(key);
    if (state === undefined || !isUnconfirmed(state)) return row;
    const { earlier, isChanged } = row.plan;
    return { ...row, plan: { kind: 'known', earlier, isChanged, isEdited: false, isHeld: false } };
  }
}

/** Rows at the index of their number: a map would take six times the memory. */
type RowsByNumber = readonly (PlannedRow | undefined)[];

function indexByNumber(rows: readonly PlannedRow[]): RowsByNumber {
  const found: PlannedRow[] = [];
  for (const row of rows) found[row.number] = row;
  return found;
}
