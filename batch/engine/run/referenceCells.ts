import { type Cell, type CurrentCells, keep, type ResultCell } from '../../../sheets/sheet.js';
import { unguarded } from '../../../sheets/csv/formulaGuard.js';
import { formatReference, noCell, parseReference } from '../identity/reference.js';
import { hasWrittenHash, writtenHash } from '../intake/cellHash.js';
import { textOf } from '../intake/writtenValues.js';
import {
  referenceColumn,
  type ReportColumn,
  type SheetOperation,
} from '../operations/sheetOperation.js';
import { type ReferenceScope, rowReference } from '../rows/rowReference.js';
import { isSameValue } from './sameValue.js';
import type { ShownRow } from './shownRows.js';

/** Columns whose cells have no hash in a reference: it has the Assessment ID, and a status is ours by its words. */
const unhashed: ReadonlySet<string> = new Set(['status', 'id', referenceColumn]);

/** Writes the references of rows, and recognizes the cells that were written together with them. */
export class ReferenceCells {
  readonly #hashed: readonly ReportColumn[];
  readonly #scope: ReferenceScope;

  constructor({ columns }: Pick<SheetOperation, 'columns'>, scope: ReferenceScope) {
    this.#hashed = columns.filter(({ name }) => !unhashed.has(name));
    this.#scope = scope;
  }

  /** True for a cell that has the same value as when the reference of its row was written. */
  isUnchanged(column: ReportColumn, cell: Cell, reference: Cell | undefined): boolean {
    const { cells = [] } = parseReference(unguarded(textOf(reference))) ?? {};
    const place = this.#hashed.findIndex(({ name }) => name === column.name);
    return hasWrittenHash(cell, column, cells[place] ?? noCell);
  }

  /** Returns the change of the reference in a row whose other cells change to `written`. */
  change(
    { row, state, report }: ShownRow,
    columns: readonly ReportColumn[],
    written: readonly ResultCell[],
    current: CurrentCells,
  ): ResultCell {
    const findColumn = (wanted: string) => columns.findIndex(({ name }) => name === wanted);
    const there = current(findColumn(referenceColumn));
    const text = unguarded(textOf(there));
    const before = parseReference(text);
    const isOthers = there !== undefined && before === undefined;
    if (isOthers || row.forgottenAt !== undefined) return keep;
    const reference = rowReference(row, state, report, this.#scope);
    if (reference === undefined) return there === undefined ? keep : undefined;
    const cells = this.#hashed.map((column, place) => {
      const index = findColumn(column.name);
      const change = index === -1 ? undefined : written[index];
      if (change !== keep) return writtenHash(change, column.kind);
      const [cell, value] = [current(index), column.of(report)];
      const isWritten = cell !== undefined && isSameValue(cell, value, column.kind);
      // A person's text does not match the hash of the value that it replaced.
      return isWritten ? writtenHash(value, column.kind) : (before?.cells[place] ?? noCell);
    });
    const wanted = formatReference({ ...reference, cells });
    return wanted === text ? keep : wanted;
  }
}
