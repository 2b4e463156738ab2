import { unguardText } from '../../../sheets/csv/formulaGuard.js';
import type { Cell } from '../../../sheets/sheet.js';
import { hashAssessment, noCell, parseCells, parseReference } from '../identity/reference.js';
import {
  listHashPlaces,
  hasWrittenHash,
  referenceColumn,
  isSameValue,
} from '../intake/writtenCells.js';
import { scoreNames } from '../intake/keptScores.js';
import { isStatusWord } from '../sheetCommand.js';
import { readCellText } from '../intake/cellValues.js';
import type { JournalState } from '../journal/journalState.js';
import type { RowState } from '../journal/rowState.js';
import type { ReportColumn, SheetOperation } from '../operations/sheetOperation.js';
import { findUnknownScore, listRowResults, ScoreIndex } from '../rows/rowResults.js';
import type { PlannedRow } from '../rows/plannedRow.js';
import type { Message } from '../message.js';
import type { CellSource, ChangedCell } from './runMessages.js';

interface CellContext {
  readonly row: PlannedRow;
  readonly state: RowState | undefined;
  readonly findCell: (name: string) => Cell | undefined;
}

export type CellJournal = Pick<
  JournalState,
  'states' | 'state' | 'findKeyById' | 'computeHash' | 'referenceHash'
>;

/**
 * Decides which cells in our columns contain our values. Any other text is a person's and is kept.
 */
export class OwnCells {
  readonly #operation: SheetOperation;
  readonly #journal: CellJournal;
  readonly #service: string;
  readonly #places: ReadonlyMap<string, number>;
  readonly #scores: ScoreIndex;

  constructor(operation: SheetOperation, journal: CellJournal, service: string) {
    this.#operation = operation;
    this.#journal = journal;
    this.#service = service;
    this.#places = listHashPlaces(operation.columns);
    this.#scores = new ScoreIndex(journal.states);
  }

  isOurs(column: ReportColumn, cell: Cell, context: CellContext): boolean {
    if (isFormula(cell)) return false;
    if (column.name === 'status') return isStatusWord(readCellText(cell));
    if (this.hasWrittenHash(column, cell, context.findCell(referenceColumn))) return true;
    if (column.name === 'message') return false;
    // A CSV export keeps only the text of a link.
    if (column.linkText !== undefined && readCellText(cell) === column.linkText) return true;
    if (column.name === 'id' && this.#isOwnId(cell, context)) return true;
    return this.#listResults(context).some((state) => this.#isValue(column, cell, state));
  }

  /** Returns true for a cell that has not changed since the reference of its row was written. */
  hasWrittenHash(column: ReportColumn, cell: Cell, reference: Cell | undefined): boolean {
    const hashes = parseCells(unguardText(readCellText(reference)));
    return hasWrittenHash(cell, column, hashes?.(this.#places.get(column.name) ?? NaN) ?? noCell);
  }

  /** Also returns true for an ID that was detached from the row. */
  #isOwnId(cell: Cell, { state, findCell }: CellContext): boolean {
    const id = unguardText(readCellText(cell));
    if (state?.rejectedIds?.includes(id) === true) return true;
    const reference = parseReference(unguardText(readCellText(findCell(referenceColumn))));
    const own = hashAssessment(this.#service, id);
    return reference?.assessment === own || reference?.beside === own;
  }

  /**
   * If the row's message asks a person to clear a score, no run may clear it, so other results that
   * match the row's ID or scores do not count.
   */
  #listResults({ row, state, findCell }: CellContext): RowState[] {
    const own = listRowResults(row, state);
    if (findUnknownScore(row, state) !== undefined) return own;
    const key = this.#journal.findKeyById(unguardText(readCellText(findCell('id'))));
    const ofId = key === undefined ? undefined : this.#journal.state(key);
    const ofScores = this.#scores.find(
      Object.fromEntries(scoreNames.map((name) => [name, findCell(name)])),
    );
    const others = [ofId, ofScores].flatMap((other) => (other === undefined ? [] : [other]));
    return [...own, ...others.flatMap((other) => listRowResults({}, other))];
  }

  #isValue(column: ReportColumn, cell: Cell, state: RowState): boolean {
    const known = this.#operation.details({ number: 0, key: '' }, state);
    const value = column.readValue({ row: 0, status: 'Not sent', message: '', ...known });
    return isSameValue(cell, value, column.kind);
  }
}

/** Returns true for a person's formula, which stays even if its value is ours. */
export function isFormula(cell: Cell): boolean {
  return cell.isFormula === true;
}

/** If there are more cells, they share one note. */
const maxNotes = 3;
const maxListedCells = 10;

export class CellNotes {
  readonly #source: CellSource;
  readonly #seen = new Set<string>();
  readonly #first: ChangedCell[] = [];

  constructor(source: CellSource) {
    this.#source = source;
  }

  add(cell: ChangedCell): void {
    const place = `${cell.row} ${cell.heading}`;
    if (this.#seen.has(place)) return;
    this.#seen.add(place);
    if (this.#first.length < maxListedCells) this.#first.push(cell);
  }

  toMessages(): Message[] {
    const count = this.#seen.size;
    const source = this.#source;
    if (count <= maxNotes) {
      return this.#first.map((cell) => ({ code: 'cellKept', ...cell, source }));
    }
    const first = this.#first.map(({ row, heading }) => ({ row, heading }));
    return [{ code: 'cellsKept', count, first, source }];
  }
}
