import type { Columns } from '../intake/columns.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import type { CurrentRound } from '../journal/rounds.js';
import type { RowState } from '../journal/rowState.js';
import type { Message, Wording } from '../message.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { planSheet } from './planSheet.js';
import { reportOn } from './reportOn.js';
import { type WordedReport, wordedReport } from '../rows/rowReport.js';
import { type PlannedRow, type RowStatusOptions, withHistory } from '../rows/rowStatus.js';
import type { CellMemory } from './ownCells.js';

/** The rows of a sheet, and their plan. */
export interface PlannedSheet {
  /** Under the keys that the intake gave them. */
  readonly read: readonly IntakeRow[];
  /** As the operation plans them; some may be skipped. */
  readonly rows: readonly PlannedRow[];
  /** Hidden rows that the run skips. */
  readonly leftOut?: readonly PlannedRow[] | undefined;
  readonly columns: Columns;
}

/** The values that the cells of all rows depend on. */
export interface CellOptions {
  readonly operation: SheetOperation;
  readonly round: CurrentRound;
  readonly wording: Wording;
  /** The base URL of the service. */
  readonly service: string;
  /** Why rows could not be sent, by their number. */
  readonly notes: ReadonlyMap<number, Message>;
}

/** A row as its cells will show it. */
export interface ShownRow {
  readonly row: PlannedRow;
  readonly state: RowState | undefined;
  readonly report: WordedReport;
  /** A round leaves it out, and nothing was ever sent of it: empty cells of ours say so as well. */
  readonly isUntouched?: boolean;
}

interface FoundRow {
  readonly operation: SheetOperation;
  readonly row: PlannedRow;
  readonly state: RowState | undefined;
  readonly note?: Message | undefined;
}

/** The state of each row of a sheet at the time of the call, as its cells are to show it. */
export class ShownRows {
  readonly #read: readonly IntakeRow[];
  readonly #journal: CellMemory;
  readonly #options: CellOptions & RowStatusOptions;
  readonly #planned: RowsByNumber;
  readonly #leftOut: ReadonlySet<number>;
  #now: RowsByNumber | undefined;

  constructor({ read, rows, leftOut }: PlannedSheet, journal: CellMemory, options: CellOptions) {
    this.#read = read;
    this.#journal = journal;
    // The sheet says what `rwa status` says, which is given no such option.
    this.#options = { ...options, sendDuplicates: false };
    this.#planned = byNumber(rows);
    this.#leftOut = new Set(leftOut?.map(({ number }) => number));
  }

  /** True for a hidden row that the run leaves alone. */
  isLeftOut(rowNumber: number): boolean {
    return this.#leftOut.has(rowNumber);
  }

  /** Nothing for a row that was not read, or is left alone. */
  of(rowNumber: number): ShownRow | undefined {
    const found = this.#find(rowNumber);
    if (found === undefined) return undefined;
    const { operation, row, state, note } = found;
    const told = withHistory(row, this.#journal);
    const report = reportOn(operation, told, state, this.#options, note);
    const isUntouched = this.#planned[rowNumber] === undefined && report.status === 'Not sent';
    return { row, state, report: wordedReport(report, this.#options.wording), isUntouched };
  }

  #find(rowNumber: number): FoundRow | undefined {
    if (this.#leftOut.has(rowNumber)) return undefined;
    const { notes } = this.#options;
    const { outside } = this.#options.operation;
    // After a round, a row reads as the next command sees it: also one that the round left out or did not send.
    const operation = outside ?? this.#options.operation;
    const planned = outside === undefined ? this.#planned : this.#plannedNow(outside);
    const row = planned[rowNumber];
    if (row === undefined) return undefined;
    const state = this.#journal.state(row.key);
    return { operation, row, state, note: notes.get(rowNumber) };
  }

  #plannedNow(operation: SheetOperation): RowsByNumber {
    if (this.#now !== undefined) return this.#now;
    const { states } = this.#journal;
    this.#now = byNumber(planSheet(operation, this.#read, states, this.#options.round));
    return this.#now;
  }
}

/** Each row at its number: a map takes six times the memory. */
type RowsByNumber = readonly (PlannedRow | undefined)[];

function byNumber(rows: readonly PlannedRow[]): RowsByNumber {
  const found: PlannedRow[] = [];
  for (const row of rows) found[row.number] = row;
  return found;
}
