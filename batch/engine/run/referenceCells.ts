import { type Cell, type CurrentCells, keep, type ResultCell } from '../../../sheets/sheet.js';
import { unguarded } from '../../../sheets/csv/formulaGuard.js';
import {
  assessmentHash,
  formatCells,
  formatReference,
  noCell,
  parseCells,
  parseReference,
  type RequestReference,
} from '../identity/reference.js';
import { hashPlaces, referenceColumn, writtenHash, isSameValue } from '../intake/writtenCells.js';
import { readCellText } from '../intake/cellValues.js';
import type { ReportColumn, SheetOperation } from '../operations/sheetOperation.js';
import { type ReferenceScope, rowReference } from '../rows/rowReference.js';
import type { PlannedRow } from '../rows/rowStatus.js';
import type { ShownRow } from './shownRows.js';

/** Returns false for a cell with a person's text, which is kept. */
export function isReferenceText(cell: Cell): boolean {
  const text = unguarded(readCellText(cell));
  return parseCells(text) !== undefined || parseReference(text) !== undefined;
}

/** Writes the references of rows. */
export class ReferenceCells {
  readonly #operation: SheetOperation;
  readonly #scope: ReferenceScope;

  constructor(operation: SheetOperation, scope: ReferenceScope) {
    this.#operation = operation;
    this.#scope = scope;
  }

  /** Returns the hash of the ID that the row will show after the write. */
  #idBeside(
    { previous }: PlannedRow,
    columns: readonly ReportColumn[],
    written: readonly ResultCell[],
  ): string | undefined {
    const change = written[columns.findIndex(({ name }) => name === 'id')];
    const id = change === keep ? (previous?.id ?? '') : String(change ?? '');
    return id === '' ? undefined : assessmentHash(this.#scope.service, id);
  }

  /** Returns the change of a row's reference, if its other cells change to `written`. */
  change(
    shown: ShownRow,
    columns: readonly ReportColumn[],
    written: readonly ResultCell[],
    current: CurrentCells,
  ): ResultCell {
    const findColumn = (wanted: string) => columns.findIndex(({ name }) => name === wanted);
    const there = current(findColumn(referenceColumn));
    const text = unguarded(readCellText(there));
    const before = parseCells(text);
    const cells = [...hashPlaces(this.#operation.columns)].map(([name, place]) => {
      const index = findColumn(name);
      const column = columns[index];
      if (column === undefined) return noCell;
      const change = written[index];
      if (change !== keep) return writtenHash(change, column.kind);
      const cell = current(index);
      if (cell === undefined) return noCell;
      const value = column.of(shown.report);
      if (isSameValue(cell, value, column.kind)) return writtenHash(value, column.kind);
      // A cell with a person's value keeps the hash of our value, which differs from it.
      return before?.(place) ?? noCell;
    });
    const reference = this.#request(shown, text);
    if (reference === undefined) return changeTo(formatCells(cells), there);
    // A reference that is kept belongs to the ID that was beside it.
    const isMade = !('beside' in reference) && reference.assessment === undefined;
    const beside = isMade ? this.#idBeside(shown.row, columns, written) : reference.beside;
    return changeTo(formatReference({ ...reference, beside, cells }), there);
  }

  /** Returns the request for the reference of a row, if it has one. */
  #request({ row, state, report }: ShownRow, text: string): RequestReference | undefined {
    if (this.#operation.name !== 'rwa_create') return undefined;
    // The journal contains no request of a forgotten person.
    if (row.forgottenAt !== undefined) return parseReference(text);
    return rowReference(row, state, report, this.#scope);
  }
}

function changeTo(wanted: string | undefined, there: Cell | undefined): ResultCell {
  return wanted === (there === undefined ? undefined : unguarded(readCellText(there)))
    ? keep
    : wanted;
}
