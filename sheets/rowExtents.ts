/** A cell by its row, as the user counts, and its column, counted from 0. */
export interface FarCell {
  readonly row: number;
  readonly column: number;
}

/**
 * How far the rows of a sheet reach to the right. Takes rows in ascending order, and keeps only
 * those that no later row reaches beyond.
 */
export class RowExtents {
  /** By falling column; `first` and `last` are rows that reach just as far, with none beyond between. */
  readonly #steps: { column: number; first: number; last: number }[] = [];
  #lastRow = 0;

  /** The last row that was added; 0 for none. */
  get lastRow(): number {
    return this.#lastRow;
  }

  /** The column of the row's last cell; -1 when it has none. */
  add(row: number, column: number): void {
    this.#lastRow = row;
    if (column < 0) return;
    while ((this.#steps.at(-1)?.column ?? column) < column) this.#steps.pop();
    const step = this.#steps.at(-1);
    if (step?.column === column) step.last = row;
    else this.#steps.push({ column, first: row, last: row });
  }

  /** The rightmost cell of all rows from `row` on. */
  furthestFrom(row: number): FarCell | undefined {
    const step = this.#steps.find(({ last }) => last >= row);
    if (step === undefined) return undefined;
    return { row: step.first >= row ? step.first : step.last, column: step.column };
  }
}
