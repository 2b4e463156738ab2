import type { Columns } from '../intake/columns.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import type { CurrentRound } from '../journal/rounds.js';
import type { RowState } from '../journal/rowState.js';
import type { Message, Wording } from '../message.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { isSameData } from '../sameData.js';
import { planSheet } from './planSheet.js';
import { reportOn } from './reportOn.js';
import { type WordedReport, wordedReport } from '../rows/rowReport.js';
import { type PlannedRow, type RowStatusOptions, withHistory } from '../rows/rowStatus.js';
import { asSentBefore } from './sentBefore.js';
import { StandingNotes } from './standingNotes.js';
import { type CellMemory } from './writtenBefore.js';

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
  readonly #standing: StandingNotes;
  readonly #planned: RowsByNumber;
  readonly #leftOut: ReadonlySet<number>;
  #now: RowsByNumber | undefined;

  constructor({ read, rows, leftOut }: PlannedSheet, journal: CellMemory, options: CellOptions) {
    this.#read = read;
    this.#journal = journal;
    // The sheet says what `rwa status` says, which is given no such option.
    this.#options = { ...options, sendDuplicates: false };
    this.#standing = new StandingNotes(options.wording, journal.hashOf);
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

  /** True when each row has the same key and status, and is blocked or a duplicate for the same reason. */
  agreesWith(others: ShownRows): boolean {
    return this.#read.every(({ number }) =>
      isSameData(this.#identityAndStatus(number), others.#identityAndStatus(number)),
    );
  }

  /** Without the message: why only the sheet shows a row as sent is overwritten by it. */
  #identityAndStatus(rowNumber: number): readonly unknown[] {
    const found = this.#find(rowNumber);
    if (found === undefined) return [];
    const { operation, row, state } = found;
    const status = operation.status(row, state, this.#options);
    return [row.key, status, row.blocked, row.sameAs, row.isTwinChanged];
  }

  #find(rowNumber: number): FoundRow | undefined {
    if (this.#leftOut.has(rowNumber)) return undefined;
    const { operation: own, notes } = this.#options;
    const planned = this.#planned[rowNumber];
    const { outside = own } = own;
    const isOutside = this.#isPlannedAgain(planned);
    const row = isOutside ? this.#plannedNow(outside)[rowNumber] : planned;
    if (row === undefined) return undefined;
    const state = this.#journal.state(row.key);
    const note = notes.get(rowNumber) ?? this.#standing.of(row.previous);
    return { operation: isOutside ? outside : own, row, state, note };
  }

  /** True for a row of which a round has done nothing. */
  #isPlannedAgain(planned: PlannedRow | undefined): boolean {
    return this.#options.operation.outside !== undefined && !this.#isInRound(planned);
  }

  /**
   * False for a row that a round skips or has not sent: the sheet still shows its previous status.
   */
  #isInRound(row: PlannedRow | undefined): boolean {
    if (row === undefined || row.unselected !== undefined) return false;
    if (row.round === undefined) return true;
    const { operation } = this.#options;
    const state = this.#journal.state(row.key);
    // A refusal of an earlier round is over as soon as the row is to be sent again.
    const isToSend = operation.status(row, state, this.#options) === 'Not sent';
    return (state?.state ?? 'Ready') !== 'Ready' && !isToSend;
  }

  #plannedNow(operation: SheetOperation): RowsByNumber {
    if (this.#now !== undefined) return this.#now;
    const { states } = this.#journal;
    const keyed = asSentBefore(this.#read, states);
    this.#now = byNumber(planSheet(operation, keyed, states, this.#options.round));
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
