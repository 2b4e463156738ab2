import type { RowState } from '../journal/rowState.js';
import { isUnsentStatus } from '../intake/skippedRows.js';
import { isStatusWord } from '../sheetCommand.js';
import { readCellText } from '../intake/cellValues.js';
import { findRequestHash } from '../intake/rowKey.js';
import { unguardText } from '../../../sheets/csv/formulaGuard.js';
import type { ShownReference } from '../identity/proofs.js';
import { hashAssessment, parseCells } from '../identity/reference.js';
import { referenceColumn, isSameValue } from '../intake/writtenCells.js';
import { findUnknownScore } from '../rows/rowResults.js';
import { hasStatus, isIdTyped, isIdMissing } from '../rows/shownStatus.js';
import type { Message } from '../message.js';
import type { ReportColumn } from '../operations/sheetOperation.js';
import {
  type CurrentCells,
  keep,
  type ResultCell,
  type ResultValue,
  type SheetFile,
} from '../../../sheets/sheet.js';
import { CellNotes, type CellJournal, isFormula, OwnCells } from './ownCells.js';
import { EarlierDecisions } from './earlierDecisions.js';
import { listColumnsToWrite, hasReassessments } from './resultColumns.js';
import { noReference, readReferenceCell, ReferenceCells } from './referenceCells.js';
import { isHeldWithoutReference, isSameRequest } from '../rows/submissions.js';
import { type CellOptions, type PlannedSheet, type ShownRow, ShownRows } from './shownRows.js';
import { findBlock, getHistory, showsImported } from '../rows/plannedRow.js';

export class SheetCells {
  readonly columns: readonly ReportColumn[];
  readonly #sheet: PlannedSheet;
  readonly #journal: CellJournal;
  readonly #shown: ShownRows;
  readonly #own: OwnCells;
  readonly #notes: CellNotes;
  readonly #decisions: EarlierDecisions;
  /** The numbers of unread rows that show the results of other rows. */
  readonly #rowsOfOthers: ReadonlySet<number>;
  readonly #references: ReferenceCells;
  readonly #places: ReadonlyMap<string, number>;
  readonly #lostIds: CellOptions['lostIds'];
  /** Assessment IDs by their hashes in references. Few sheets need this map. */
  #idsByHash: ReadonlyMap<string, string> | undefined;

  constructor(sheet: PlannedSheet, journal: CellJournal, options: CellOptions) {
    const { rows, columns } = sheet;
    this.columns = listColumnsToWrite(options.operation, hasReassessments(rows), columns);
    this.#sheet = sheet;
    this.#journal = journal;
    this.#lostIds = options.lostIds;
    this.#shown = new ShownRows(sheet, journal, options);
    this.#own = new OwnCells(options.operation, journal, options.service);
    const others = sheet.read.filter(({ showsOtherRow }) => showsOtherRow);
    this.#rowsOfOthers = new Set(others.map(({ number }) => number));
    this.#decisions = new EarlierDecisions(options.operation, sheet.columns, journal);
    const { operation, service } = options;
    const { referenceHash, computeHash } = journal;
    const findInputs = (assessmentId: string) => {
      const key = journal.findKeyById(assessmentId) ?? '';
      return journal.state(key)?.request ?? findRequestHash(key);
    };
    const scope = { service, journal: referenceHash, computeHash, findInputs };
    this.#references = new ReferenceCells(operation, this.columns, scope);
    this.#places = new Map(this.columns.map(({ name }, index) => [name, index]));
    this.#notes = new CellNotes(
      options.operation.successStatus === 'Scored' ? 'assessment' : 'result',
    );
  }

  /** Includes the columns of decisions, which a new assessment may supersede. */
  get allColumns(): readonly ReportColumn[] {
    return [...this.columns, ...this.#decisions.columns];
  }

  /**
   * Returns changes in the order of `allColumns`; undefined for a row that is skipped as hidden, or
   * that was not read and has no cells to clear, unless it has one of the `lostIds`.
   */
  toResultCells(rowNumber: number, current: CurrentCells): readonly ResultCell[] | undefined {
    const own = this.#findChanges(rowNumber, current);
    if (own === undefined) return undefined;
    const id = this.#findPlace('id');
    const decision = this.#decisions.columns.map((_, index) => current(own.length + index));
    // If a person has cleared the ID, only the time shows that the decision is older than the
    // assessment.
    const shownId = readCellText(current(id));
    const writtenId = own[id];
    const isWritten = typeof writtenId === 'string';
    const isNew = isWritten && shownId === '';
    const assessment = {
      id: isWritten ? writtenId : unguardText(shownId),
      isReplaced: isWritten && shownId !== '',
      madeAt: isNew ? this.#shown.get(rowNumber)?.state?.sentAt : undefined,
    };
    return [...own, ...this.#decisions.toResultCells(rowNumber, decision, assessment)];
  }

  #findPlace(name: string): number {
    return this.#places.get(name) ?? -1;
  }

  #findChanges(rowNumber: number, current: CurrentCells): readonly ResultCell[] | undefined {
    const shown = this.#shown.get(rowNumber);
    const lostId = this.#lostIds?.get(rowNumber);
    if (shown === undefined) {
      if (lostId === undefined) return this.#clearUnreadRow(rowNumber, current);
      return this.columns.map(({ name }, index) =>
        name === 'id' && current(index) === undefined ? lostId : keep,
      );
    }
    const findCell = (name: string) => current(this.#findPlace(name));
    const ours: ResultValue[] = [];
    const written = this.columns.map((column, index): ResultCell => {
      if (column.name === referenceColumn) return keep;
      const wanted = column.readValue(shown.report);
      const currentCell = current(index);
      if (currentCell === undefined) {
        const value = wanted ?? (column.name === 'id' ? lostId : undefined);
        ours[index] = value;
        return value ?? keep;
      }
      if (wanted === undefined && keepsOldValue(column, shown)) return keep;
      if (isSameValue(currentCell, wanted, column.kind)) {
        ours[index] = wanted;
        return keep;
      }
      const isForgotten = shown.row.plan?.kind === 'showsForgotten' && isResult(column);
      if (isForgotten || this.#own.isOurs(column, currentCell, { ...shown, findCell })) {
        ours[index] = wanted;
        return wanted;
      }
      // A formula may show an earlier score, which the reference must not prove.
      if (isFormula(currentCell)) ours[index] = wanted;
      if (needsNote(column, wanted, shown) || (isFormula(currentCell) && isScore(column))) {
        this.#notes.add({ row: rowNumber, heading: column.heading, current: currentCell, wanted });
      }
      return keep;
    });
    const reference = this.#findPlace(referenceColumn);
    const currentCell = current(reference);
    const before = currentCell === undefined ? noReference : readReferenceCell(currentCell);
    const cells = { written, ours, current };
    const change = this.#references.toResultCell(shown, before ?? noReference, cells);
    const isKept = currentCell !== undefined && (isFormula(currentCell) || before === undefined);
    if (!isKept) return written.with(reference, change);
    const { heading = '' } = this.columns[reference] ?? {};
    if (change !== keep) {
      const cell = { row: rowNumber, heading, current: currentCell, wanted: change };
      this.#notes.add({ ...cell, isReference: true });
    }
    return written;
  }

  async hasChanges(file: SheetFile, sheet: string, headerRow: number): Promise<boolean> {
    for await (const _ of this.findChangedRows(file, sheet, headerRow)) return true;
    return false;
  }

  async noteKeptCells(file: SheetFile, sheet: string, headerRow: number): Promise<void> {
    if (this.columns.every(({ at }) => at === undefined)) return;
    const changed = this.findChangedRows(file, sheet, headerRow);
    while ((await changed.next()).done !== true);
  }

  async *findChangedRows(
    file: SheetFile,
    sheet: string,
    headerRow: number,
  ): AsyncGenerator<number> {
    const places = this.allColumns.map(({ at = Number.POSITIVE_INFINITY }) => at);
    // Columns are not added just to show that nothing was sent.
    const isBare = this.columns.every(({ at }) => at === undefined);
    for await (const rows of file.rows(sheet)) {
      for (const { number, cells } of rows) {
        if (number <= headerRow) continue;
        const current: CurrentCells = (column) => cells[places[column] ?? Number.POSITIVE_INFINITY];
        if (isBare && this.#shown.get(number)?.isUntouched === true) continue;
        if (this.toResultCells(number, current)?.some((cell) => cell !== keep) === true)
          yield number;
      }
    }
  }

  *listShownIds(): Generator<string | undefined> {
    for (const { number, previous } of this.#sheet.read) {
      const report = this.#shown.get(number)?.report;
      const id = report?.assessmentId ?? report?.userId;
      if (previous?.isIdFormula === true) {
        yield previous.id;
        continue;
      }
      // A person's text, or another ID that a person has typed, stays in the cell.
      if (previous?.noId !== undefined || (previous?.id !== id && isIdTyped(previous))) continue;
      yield id;
    }
  }

  /**
   * Returns the IDs that rows or their references show now, and that no row will show after the
   * write.
   */
  listDisplacedIds(): string[] {
    const kept = new Set<string | undefined>();
    const displaced: string[] = [];
    for (const { number, previous } of this.#sheet.read) {
      if (previous === undefined) continue;
      const { id: idShown, shown: { made } = {} } = previous;
      const id = idShown === '' ? this.#findReplacedId(made) : idShown;
      if (id === undefined) continue;
      if (this.#shown.get(number) === undefined) kept.add(id);
      else displaced.push(id);
    }
    if (displaced.length === 0) return [];
    for (const id of this.listShownIds()) kept.add(id);
    return displaced.filter((id) => !kept.has(id));
  }

  /** Finds the ID that a person's text has replaced in the row. */
  #findReplacedId(made: ShownReference['made']): string | undefined {
    const { service, hash } = made ?? {};
    if (service === undefined || hash === undefined) return undefined;
    this.#idsByHash ??= new Map(
      Array.from(this.#journal.states.values()).flatMap(({ assessmentId: id }) =>
        id === undefined ? [] : [[hashAssessment(service, id), id]],
      ),
    );
    return this.#idsByHash.get(hash);
  }

  get notes(): readonly Message[] {
    return [...this.#notes.toMessages(), ...this.#decisions.notes];
  }

  /**
   * Clears the results of an earlier run in a row that was not read; undefined for a row that may
   * have been sent, or that is skipped as hidden.
   */
  #clearUnreadRow(rowNumber: number, current: CurrentCells): readonly ResultCell[] | undefined {
    const findCell = (name: string) => current(this.#findPlace(name));
    const isSent = findCell('id') !== undefined || findCell('doneAt') !== undefined;
    const isUnsent = !isSent && isUnsentStatus(findCell('status'));
    const isCleared = isUnsent || this.#rowsOfOthers.has(rowNumber);
    if (this.#shown.isSkippedAsHidden(rowNumber) || !isCleared) return undefined;
    const reference = findCell(referenceColumn);
    const isOurs = (column: ReportColumn) => {
      const currentCell = findCell(column.name);
      if (currentCell === undefined || isFormula(currentCell)) return false;
      if (column.name === 'status') return isStatusWord(readCellText(currentCell));
      if (column.name === referenceColumn)
        return parseCells(unguardText(readCellText(currentCell))) !== undefined;
      return this.#own.hasWrittenHash(column, currentCell, reference);
    };
    return this.columns.map((column) => (isOurs(column) ? undefined : keep));
  }
}

function isResult({ kind, name }: ReportColumn): boolean {
  return ['number', 'dateTime', 'link'].includes(kind) || name === 'cumulativePeRiskLevel';
}

/**
 * Returns true if a cell without a new value is kept, not cleared. If a row that waits for a person
 * has a text in place of its ID, its cells are cleared, because the journal has no assessment of
 * the row's inputs.
 */
function keepsOldValue(column: ReportColumn, { row, state, report }: ShownRow): boolean {
  const { name, isKeptInHeldRow = false, optional = false } = column;
  const { earlier, isChanged } = getHistory(row);
  if (name === 'status') return false;
  // The message beside an unchanged status still applies, unless the row was sent according to the
  // journal.
  if (name === 'message')
    return hasStatus(row.previous, report.status) && state?.sentAt === undefined;
  // Only the sheet contains the previous assessment.
  if (optional && report.scores !== undefined && earlier.length === 0)
    return !replacesId(row, report);
  if (row.plan?.kind === 'showsForgotten' && isResult(column)) return false;
  if (row.plan?.kind === 'forgotten') return true;
  if (isHeldWithoutReference(row)) return false;
  const isOfSheet =
    state === undefined
      ? showsImported(row)
      : state.bySheet === true && isSameRequest(row, state) && showsOwnId(row, state);
  const isBlocked = (findBlock(row)?.code ?? 'noId') !== 'noId';
  const isWaiting =
    isBlocked || report.status === 'Duplicate' || (isChanged && state === undefined);
  return isOfSheet || (isKeptInHeldRow && isWaiting && !replacesId(row, report));
}

/** Returns true if the row gets another ID: its other cells contain the results of the old ID. */
function replacesId({ previous }: ShownRow['row'], report: ShownRow['report']): boolean {
  const { assessmentId, userId: id = assessmentId } = report;
  return id !== undefined && id !== previous?.id;
}

/**
 * A person's text needs no note if we have no value to write. A score without a result needs a
 * note, unless the row's message is about it.
 */
function needsNote(column: ReportColumn, wanted: ResultValue, { row, state }: ShownRow): boolean {
  const isInMessage =
    findBlock(row) !== undefined ||
    row.plan?.kind === 'unanswered' ||
    isIdMissing(state?.reason) ||
    findUnknownScore(row, state) !== undefined;
  return wanted !== undefined || (isScore(column) && !isInMessage);
}

function isScore({ colours }: ReportColumn): boolean {
  return colours !== undefined;
}

/**
 * Returns false for a row that shows the ID of another row, because the time beside it is not the
 * time of this row, either.
 */
function showsOwnId({ previous }: ShownRow['row'], { id = '' }: RowState): boolean {
  const shown = previous?.id ?? '';
  return id === '' || shown === '' || shown === id;
}
