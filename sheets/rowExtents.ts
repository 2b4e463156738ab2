/** The rightmost cell of some rows: its row, counted from 1, and its column, counted from 0. */
export interface FarCell {
  readonly row: number;
  readonly column: number;
}

/**
 * The right edge of the rows of a sheet. Rows are added in ascending order; those that
 * end further left than a later row are dropped.
 */
export class RowExtents {
  /**
   * By descending column. The rows `first` and `last` reach this column, and no row between them goes
   * beyond it.
   */
  readonly #steps: { column: number; first: number; last: number }[] = [];
  #lastRow = 0;

  /** The last row that was added; 0 if there is none. */
  get lastRow(): number {
    return this.#lastRow;
  }

  /** Adds a row with the column of its last cell, or -1 if it has no cells. */
  add(row: number, column: number): void {
    this.#lastRow = row;
    if (column < 0) return;
    while ((this.#steps.at(-1)?.column ?? column) < column) this.#steps.pop();
    const step = this.#steps.at(-1);
    if (step?.column === column) step.last = row;
    else this.#steps.push({ column, first: row, last: row });
  }

  /** Returns the rightmost cell of all rows from `row` on. */
  furthestFrom(row: number): FarCell | undefined {
    const step = this.#steps.find(({ last }) => last >= row);
    if (step === undefined) return undefined;
    return { row: step.first >= row ? step.first : step.last, column: step.column };
  }
}
