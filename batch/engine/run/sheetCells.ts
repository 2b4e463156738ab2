import type { Columns } from '../intake/columns.js';
import type { IntakeRow } from '../intake/readSheet.js';
import type { Journal } from '../journal/journal.js';
import { saysNothingSent } from '../intake/leftOutRows.js';
import { isStatusWord } from '../intake/statusWords.js';
import { textOf } from '../intake/writtenValues.js';
import { messageFacts, messageHash } from '../journal/messages.js';
import type { CurrentRound } from '../journal/rounds.js';
import type { RowState } from '../journal/rowState.js';
import type { Message, Wording } from '../message.js';
import type { ReportColumn, SheetOperation } from '../operations/sheetOperation.js';
import {
  type CurrentCells,
  keep,
  type ResultCell,
  type ResultValue,
  type SheetFile,
} from '../../../sheets/sheet.js';
import { CellNotes } from './cellNotes.js';
import { verdictOn } from './cellRule.js';
import { planSheet } from './planSheet.js';
import { columnsToWrite } from './resultColumns.js';
import { reportOn } from './reportOn.js';
import { type WordedReport, wordedReport } from './rowReport.js';
import { type PlannedRow, type RowStatusOptions, withHistory } from './rowStatus.js';
import { isLostId } from './sheetReason.js';
import { isSame } from './submissions.js';
import { type CellMemory, WrittenBefore } from './writtenBefore.js';

/** The rows of a sheet, and their plan. */
export interface PlannedSheet {
  /** As they were read. */
  readonly read: readonly IntakeRow[];
  /** As the operation plans them; some may be left out. */
  readonly rows: readonly PlannedRow[];
  /** Hidden rows that the run leaves alone. */
  readonly leftOut?: readonly PlannedRow[] | undefined;
  readonly columns: Columns;
}

export interface CellOptions {
  readonly operation: SheetOperation;
  readonly round: CurrentRound;
  readonly wording: Wording;
  /** Why rows could not be sent, by their number. */
  readonly notes: ReadonlyMap<number, string>;
}

/** A row as its cells are to show it. */
interface ShownRow {
  readonly row: PlannedRow;
  readonly state: RowState | undefined;
  readonly report: WordedReport;
  /** A round leaves it out, and nothing was ever sent of it: empty cells of ours say so as well. */
  readonly isUntouched?: boolean;
}

/** What stands in our cells, and what is to stand there. */
export class SheetCells {
  readonly columns: readonly ReportColumn[];
  readonly #sheet: PlannedSheet;
  readonly #journal: CellMemory;
  readonly #options: CellOptions & RowStatusOptions;
  readonly #planned: RowsByNumber;
  readonly #leftOut: ReadonlySet<number>;
  readonly #before: WrittenBefore;
  readonly #notes: CellNotes;
  #now: RowsByNumber | undefined;

  constructor(sheet: PlannedSheet, journal: CellMemory, options: CellOptions) {
    this.columns = columnsToWrite(options.operation, sheet.rows, sheet.columns);
    this.#sheet = sheet;
    this.#journal = journal;
    // The sheet says what `rwa status` says, which is given no such option.
    this.#options = { ...options, sendDuplicates: false };
    this.#planned = byNumber(sheet.rows);
    this.#leftOut = new Set(sheet.leftOut?.map(({ number }) => number));
    this.#before = new WrittenBefore(options.operation, journal, options.wording);
    this.#notes = new CellNotes(options.operation.succeeded === 'Scored' ? 'assessment' : 'result');
  }

  /** What becomes of each cell of ours in a row; nothing for a row that was not read. */
  results(rowNumber: number, current: CurrentCells): readonly ResultCell[] | undefined {
    const shown = this.#shown(rowNumber);
    if (shown === undefined) return this.#cleared(rowNumber, current);
    const cell = (name: string) =>
      current(this.columns.findIndex((column) => column.name === name));
    return this.columns.map((column, index): ResultCell => {
      const wanted = column.of(shown.report);
      const there = current(index);
      const stays = wanted === undefined && (there === undefined || staysAsItIs(column, shown));
      if (stays) return keep;
      const verdict = verdictOn({
        ...{ current: there, wanted, kind: column.kind },
        mayBeOurs: (theirs) =>
          isScoreOfForgotten(column, shown) ||
          this.#before.mayBeOurs(column, theirs, { ...shown, cell }),
      });
      if (verdict === 'write') return wanted;
      if (verdict === 'theirs' && there !== undefined && isNoted(column, wanted, shown)) {
        this.#notes.add({ row: rowNumber, heading: column.heading, current: there, wanted });
      }
      return keep;
    });
  }

  /** True when any cell of ours in the sheet is to be written. */
  async hasNews(file: SheetFile, sheet: string, headerRow: number): Promise<boolean> {
    for await (const _ of this.rowsWithNews(file, sheet, headerRow)) return true;
    return false;
  }

  /** The numbers of the rows in which any cell of ours is to be written. */
  async *rowsWithNews(file: SheetFile, sheet: string, headerRow: number): AsyncGenerator<number> {
    const places = this.columns.map(({ at = Number.POSITIVE_INFINITY }) => at);
    // Columns are not added to a sheet to say that nothing was done.
    const isBare = this.columns.every(({ at }) => at === undefined);
    for await (const rows of file.rows(sheet)) {
      for (const { number, cells } of rows) {
        if (number <= headerRow) continue;
        const current: CurrentCells = (column) => cells[places[column] ?? Number.POSITIVE_INFINITY];
        if (isBare && this.#shown(number)?.isUntouched === true) continue;
        if (this.results(number, current)?.some((cell) => cell !== keep) === true) yield number;
      }
    }
  }

  /** What the rows show of what the service made. */
  *shownIds(): Generator<string | undefined> {
    for (const { number } of this.#sheet.read) {
      const report = this.#shown(number)?.report;
      yield report?.assessmentId ?? report?.userId;
    }
  }

  /** What a person should know of cells that were left as they are. */
  get notes(): readonly Message[] {
    return this.#notes.messages();
  }

  /**
   * Lets the journal know the messages that are about to be written, and those that it cannot know
   * because they are older than its list. A sheet of which nothing was sent needs no journal.
   */
  noteMessages(journal: Journal, at: string): void {
    if (journal.isNew) return;
    const { messages } = journal;
    const isFirst = messages === undefined;
    const hashes = new Set<string>();
    for (const { number, previous } of this.#sheet.read) {
      const message = this.#shown(number)?.report.message ?? '';
      if (message !== '') hashes.add(messageHash(message, journal.hashOf));
      const status = previous?.status ?? '';
      const isOurs =
        isFirst && isStatusWord(status) && status !== this.#options.operation.succeeded;
      if (isOurs && previous?.message !== undefined) hashes.add(previous.message);
    }
    const unknown = [...hashes].filter((hash) => messages?.has(hash) !== true);
    if (!isFirst && unknown.length === 0) return;
    for (const fact of messageFacts(unknown, at)) journal.appendIfPossible(fact);
  }

  /** A row that is no case any more loses what an earlier run said of it. */
  #cleared(rowNumber: number, current: CurrentCells): readonly ResultCell[] | undefined {
    const cell = (name: string) =>
      current(this.columns.findIndex((column) => column.name === name));
    const isCase = cell('id') !== undefined || cell('doneAt') !== undefined;
    if (this.#leftOut.has(rowNumber) || isCase || !saysNothingSent(cell('status')))
      return undefined;
    const isOurs = this.#before.isOurMessage(textOf(cell('message')), { cell });
    return this.columns.map(({ name }) =>
      name === 'status' || (name === 'message' && isOurs) ? undefined : keep,
    );
  }

  #shown(rowNumber: number): ShownRow | undefined {
    if (this.#leftOut.has(rowNumber)) return undefined;
    const { operation, notes } = this.#options;
    const planned = this.#planned[rowNumber];
    // What a row waited for may have been done by this very run.
    const mayBeFree = planned?.blocked !== undefined;
    if (mayBeFree || (operation.outside !== undefined && !this.#isInRound(planned))) {
      const { outside = operation } = operation;
      const row = this.#plannedNow(outside)[rowNumber];
      if (row === undefined) return undefined;
      const shown = this.#report(outside, row, this.#journal.state(row.key));
      const isUntouched = planned === undefined && shown.report.status === 'Not sent';
      return { ...shown, isUntouched };
    }
    if (planned === undefined) return undefined;
    const state = this.#journal.state(planned.key);
    return this.#report(operation, planned, state, notes.get(rowNumber));
  }

  #report(
    operation: SheetOperation,
    row: PlannedRow,
    state: RowState | undefined,
    note?: string,
  ): ShownRow {
    const told = withHistory(row, this.#journal);
    const report = reportOn(operation, told, state, this.#options, note);
    return { row, state, report: wordedReport(report, this.#options.wording) };
  }

  /** False for a row that a round leaves out, or has not sent: the sheet shows it as it was before. */
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
    this.#now ??= byNumber(
      planSheet(operation, this.#sheet.read, this.#journal.states, this.#options.round),
    );
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

/** The journal has no scores of a person who was forgotten, and these were made for other inputs. */
function isScoreOfForgotten({ kind, name }: ReportColumn, { row }: ShownRow): boolean {
  const isResult = ['number', 'dateTime'].includes(kind) || name === 'cumulativePeRiskLevel';
  return row.isOfForgotten === true && isResult;
}

/** Of what is known from the sheet alone, and beside a row that waits for a person, more stays. */
function staysAsItIs({ name, stays = false }: ReportColumn, { row, state }: ShownRow): boolean {
  if (name === 'status' || name === 'message') return false;
  if (row.forgottenAt !== undefined) return true;
  const isOfSheet =
    state === undefined
      ? row.importedId !== undefined
      : state.bySheet === true && isSame(row, state);
  return isOfSheet || (stays && row.blocked !== undefined);
}

/**
 * A text of one's own where we have nothing to say needs no word; a score without a result does,
 * unless the row's message speaks of it.
 */
function isNoted(
  { colours }: ReportColumn,
  wanted: ResultValue,
  { row, state }: ShownRow,
): boolean {
  const isTold =
    row.blocked !== undefined || row.isOpenInSheet === true || isLostId(state?.message);
  const isScore = colours !== undefined;
  return wanted !== undefined || (isScore && !isTold);
}
