/** `row` is counted from 1, `column` from 0. */
export interface FarCell {
  readonly row: number;
  readonly column: number;
}

/**
 * The right ends of rows. Rows are added in ascending order; a row that ends further left than a
 * later row is dropped.
 */
export class RowExtents {
  /** The steps by descending column. No row between `first` and `last` goes beyond the column. */
  readonly #steps: { column: number; first: number; last: number }[] = [];
  #lastRow = 0;

  get lastRow(): number {
    return this.#lastRow;
  }

  /** `column` is the column of the last cell, or -1 if the row has no cells. */
  add(row: number, column: number): void {
    this.#lastRow = row;
    if (column < 0) return;
    while ((this.#steps.at(-1)?.column ?? column) < column) this.#steps.pop();
    const step = this.#steps.at(-1);
    if (step?.column === column) step.last = row;
    else this.#steps.push({ column, first: row, last: row });
  }

  findFurthest(row: number): FarCell | undefined {
    const step = this.#steps.find(({ last }) => last >= row);
    if (step === undefined) return undefined;
    return { row: step.first >= row ? step.first : step.last, column: step.column };
  }
}
