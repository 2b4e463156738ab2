import { type CurrentCells, noCells } from '../../sheet.js';
import { readCell, type CellContext } from '../worksheet/cellValues.js';
import type { RowScanner } from '../worksheet/rowScanner.js';
import type { PlacedColumn } from './placement.js';

export class CurrentCellReader {
  /** The sheet column of each result, by its index. */
  readonly #columns: readonly number[];
  readonly #first: number;

  constructor(
    columns: readonly PlacedColumn[],
    private readonly context: CellContext,
  ) {
    const places: number[] = [];
    for (const { index, column } of columns) places[index] = column;
    this.#columns = places;
    this.#first = Math.min(...places);
  }

  /** Returns the current cells of a row. The scanner must not move while they are used. */
  read(row: RowScanner): CurrentCells {
    const lastColumn = row.findLastColumn();
    // Most rows of a new sheet end before our columns, so their cells need not be scanned.
    if (lastColumn !== undefined && lastColumn < this.#first) {
      row.scanCells(row.closeStart);
      return noCells;
    }
    row.scanCells();
    return (index) => {
      const column = this.#columns[index];
      for (let at = row.count - 1; at >= 0; at--) {
        const cellColumn = row.columns[at] ?? 0;
        if (cellColumn === column) return readCell(row, at, this.context);
        // In a valid file, cells ascend by column, so our cell cannot be further to the left.
        if (column === undefined || cellColumn < column) return undefined;
      }
      return undefined;
    };
  }
}
