import type { IntakeRow } from '../intake/intakeRow.js';
import type { Journal } from '../journal/journal.js';
import type { RowState } from '../journal/rowState.js';
import { saysNothingSent } from '../intake/leftOutRows.js';
import { isStatusWord } from '../intake/statusWords.js';
import { textOf } from '../intake/writtenValues.js';
import type { ResultCellOf } from '../intake/previousResults.js';
import { messageHash } from '../intake/messageHash.js';
import { messageFacts } from '../journal/messageFacts.js';
import type { Message } from '../message.js';
import {
  referenceColumn,
  type ReportColumn,
  type SheetOperation,
} from '../operations/sheetOperation.js';
import {
  type Cell,
  type CurrentCells,
  keep,
  type ResultCell,
  type ResultValue,
  type SheetFile,
} from '../../../sheets/sheet.js';
import { CellNotes } from './cellNotes.js';
import { verdictOn } from './cellRule.js';
import { EarlierDecisions } from './earlierDecisions.js';
import { showsOtherScores } from './otherScores.js';
import { columnsToWrite } from './resultColumns.js';
import { ReferenceCells } from './referenceCells.js';
import { showsOtherInputs } from '../rows/rowReference.js';
import { isLostId } from '../rows/sheetReason.js';
import { isSame } from '../rows/submissions.js';
import { type CellMemory, WrittenBefore } from './writtenBefore.js';
import { type CellOptions, type PlannedSheet, type ShownRow, ShownRows } from './shownRows.js';

/** The current and the new content of our cells. */
export class SheetCells {
  readonly columns: readonly ReportColumn[];
  readonly #sheet: PlannedSheet;
  readonly #operation: SheetOperation;
  readonly #shown: ShownRows;
  readonly #before: WrittenBefore;
  readonly #notes: CellNotes;
  readonly #decisions: EarlierDecisions;
  readonly #references: ReferenceCells;

  constructor(sheet: PlannedSheet, journal: CellMemory, options: CellOptions) {
    this.columns = columnsToWrite(options.operation, sheet.rows, sheet.columns);
    this.#sheet = sheet;
    this.#operation = options.operation;
    this.#shown = new ShownRows(sheet, journal, options);
    this.#before = new WrittenBefore(options.operation, journal, options.wording);
    this.#decisions = new EarlierDecisions(options.operation, sheet.columns);
    const { operation, service } = options;
    const { referenceHash, hashOf } = journal;
    this.#references = new ReferenceCells(operation, { service, journal: referenceHash, hashOf });
    this.#notes = new CellNotes(options.operation.succeeded === 'Scored' ? 'assessment' : 'result');
  }

  /** All columns that are written: also those of the decisions, which an assessment may make old. */
  get allColumns(): readonly ReportColumn[] {
    return [...this.columns, ...this.#decisions.columns];
  }

  /** Returns the change of each cell of a row, by `allColumns`; undefined for a row that was not read. */
  results(rowNumber: number, current: CurrentCells): readonly ResultCell[] | undefined {
    const own = this.#own(rowNumber, current);
    if (own === undefined) return undefined;
    const id = this.columns.findIndex(({ name }) => name === 'id');
    const isReplaced = typeof own[id] === 'string' && textOf(current(id)) !== '';
    const decision = this.#decisions.columns.map((_, index) => current(own.length + index));
    return [...own, ...this.#decisions.results(rowNumber, decision, isReplaced)];
  }

  #own(rowNumber: number, current: CurrentCells): readonly ResultCell[] | undefined {
    const shown = this.#shown.of(rowNumber);
    if (shown === undefined) return this.#cleared(rowNumber, current);
    const cell = (name: string) =>
      current(this.columns.findIndex((column) => column.name === name));
    // Needed only if a cell has an unexpected value.
    let isOfOther: boolean | undefined;
    const showsOther = () =>
      shown.row.isOfForgotten === true ||
      (showsOtherScores(this.columns, shown, cell) && !this.#before.knowsScores(cell));
    const written = this.columns.map((column, index): ResultCell => {
      const wanted = column.of(shown.report);
      const there = current(index);
      const stays = wanted === undefined && (there === undefined || staysAsItIs(column, shown));
      if (stays) return keep;
      const verdict = verdictOn({
        ...{ current: there, wanted, kind: column.kind },
        mayBeOurs: (theirs) =>
          ((wanted !== undefined || (isResult(column) && showsOtherInputs(shown.row))) &&
            this.#references.isUnchanged(column, theirs, cell(referenceColumn))) ||
          (isResult(column) && (isOfOther ??= showsOther())) ||
          this.#before.mayBeOurs(column, theirs, { ...shown, cell }),
      });
      if (verdict === 'write') return wanted;
      if (verdict === 'theirs' && there !== undefined && isNoted(column, wanted, shown)) {
        this.#notes.add({ row: rowNumber, heading: column.heading, current: there, wanted });
      }
      return keep;
    });
    const reference = this.columns.findIndex(({ name }) => name === referenceColumn);
    if (reference === -1) return written;
    const change = this.#references.change(shown, this.columns, written, current);
    return written.with(reference, change);
  }

  /** True if a cell of our columns must be written. */
  async hasNews(file: SheetFile, sheet: string, headerRow: number): Promise<boolean> {
    for await (const _ of this.rowsWithNews(file, sheet, headerRow)) return true;
    return false;
  }

  /** The numbers of the rows in which a cell of our columns must be written. */
  async *rowsWithNews(file: SheetFile, sheet: string, headerRow: number): AsyncGenerator<number> {
    const places = this.allColumns.map(({ at = Number.POSITIVE_INFINITY }) => at);
    // No columns are added to a sheet just to say that nothing was done.
    const isBare = this.columns.every(({ at }) => at === undefined);
    for await (const rows of file.rows(sheet)) {
      for (const { number, cells } of rows) {
        if (number <= headerRow) continue;
        const current: CurrentCells = (column) => cells[places[column] ?? Number.POSITIVE_INFINITY];
        if (isBare && this.#shown.of(number)?.isUntouched === true) continue;
        if (this.results(number, current)?.some((cell) => cell !== keep) === true) yield number;
      }
    }
  }

  /** Returns the future contents of our cells in a row; `before` returns the current ones. */
  asWritten(rowNumber: number, before: ResultCellOf): ResultCellOf {
    const written = this.#own(rowNumber, (column) => before(this.columns[column]?.name ?? ''));
    return (name) => {
      const index = this.columns.findIndex((column) => column.name === name);
      // Without a value, a cell is cleared.
      const wanted = index === -1 || written === undefined ? keep : written[index];
      return wanted === keep ? before(name) : cellOf(wanted);
    };
  }

  /** True when both say the same of each row. Their words are not compared. */
  agreesWith(others: SheetCells): boolean {
    return this.#shown.agreesWith(others.#shown);
  }

  /** The IDs that the rows show. */
  *shownIds(): Generator<string | undefined> {
    for (const { number, previous } of this.#sheet.read) {
      // A person's text stays in place of the ID.
      if (previous?.noId !== undefined) continue;
      const report = this.#shown.of(number)?.report;
      yield report?.assessmentId ?? report?.userId;
    }
  }

  /** Notes about cells that were not changed. */
  get notes(): readonly Message[] {
    return [...this.#notes.messages(), ...this.#decisions.notes];
  }

  /**
   * Records in the journal the messages that are about to be written; in its first list also those
   * that `rows` show already, from runs that sent nothing or whose journal was lost. A sheet from which
   * nothing was sent needs no journal.
   */
  noteMessages(journal: Journal, rows: readonly IntakeRow[], at: string): void {
    if (journal.isNew) return;
    const { messages } = journal;
    const isFirst = messages === undefined;
    const hashes = new Set<string>();
    for (const { number, previous } of rows) {
      const message = this.#shown.of(number)?.report.message ?? '';
      if (message !== '') hashes.add(messageHash(message, journal.hashOf));
      const status = previous?.status ?? '';
      const isOurs = isFirst && isStatusWord(status) && status !== this.#operation.succeeded;
      if (isOurs && previous?.message !== undefined) hashes.add(previous.message);
    }
    const unknown = [...hashes].filter((hash) => messages?.has(hash) !== true);
    if (!isFirst && unknown.length === 0) return;
    for (const fact of messageFacts(unknown, at)) journal.appendIfPossible(fact);
  }

  /** Clears the message of an earlier run in a row that is no longer a case. */
  #cleared(rowNumber: number, current: CurrentCells): readonly ResultCell[] | undefined {
    const cell = (name: string) =>
      current(this.columns.findIndex((column) => column.name === name));
    const isCase = cell('id') !== undefined || cell('doneAt') !== undefined;
    if (this.#shown.isLeftOut(rowNumber) || isCase || !saysNothingSent(cell('status')))
      return undefined;
    const isOurs = this.#before.isOurMessage(textOf(cell('message')), { cell });
    return this.columns.map(({ name }) =>
      name === 'status' || (name === 'message' && isOurs) ? undefined : keep,
    );
  }
}

/** A value of ours as it will be read. */
function cellOf(value: ResultValue): Cell | undefined {
  if (value === undefined) return undefined;
  const text = String(value);
  return typeof value === 'number' ? { kind: 'number', value, text } : { kind: 'text', text };
}

/** True for a column with what an assessment has found. */
function isResult({ kind, name }: ReportColumn): boolean {
  return ['number', 'dateTime', 'link'].includes(kind) || name === 'cumulativePeRiskLevel';
}

/**
 * True for a cell that is not written: what only the sheet knows is kept, and so are most cells of a
 * row that waits for a person. They are not kept beside a text in place of the ID: the journal has no
 * assessment of the row's inputs.
 */
function staysAsItIs(column: ReportColumn, { row, state }: ShownRow): boolean {
  const { name, stays = false } = column;
  if (name === 'status' || name === 'message') return false;
  if (row.isOfForgotten === true && isResult(column)) return false;
  if (row.forgottenAt !== undefined) return true;
  const isOfSheet =
    state === undefined
      ? row.importedId !== undefined
      : state.bySheet === true && isSame(row, state) && showsOwnId(row, state);
  const waits = row.blocked !== undefined && row.blocked.code !== 'noId';
  return isOfSheet || (stays && waits);
}

/**
 * Whether the user is told that a cell was kept. A text of theirs where we have nothing to write needs
 * no note; a score without a result does, unless the row's message is about it.
 */
function isNoted(
  { colours, optional = false }: ReportColumn,
  wanted: ResultValue,
  { row, state, report }: ShownRow,
): boolean {
  // The sheet alone may know the assessment before.
  if (optional && wanted === undefined && row.earlier === undefined) {
    return report.scores === undefined;
  }
  const isTold =
    row.blocked !== undefined || row.isSentBySheetOnly === true || isLostId(state?.message);
  const isScore = colours !== undefined;
  return wanted !== undefined || (isScore && !isTold);
}

/** False for a row that shows the ID of another one: the time beside it is not its own either. */
function showsOwnId({ previous }: ShownRow['row'], { id = '' }: RowState): boolean {
  const shown = previous?.id ?? '';
  return id === '' || shown === '' || shown === id;
}
