/** A set of rows, which are added in ascending order. It takes less memory than a `Set`. */
export class RowSet {
  private rows = new Uint32Array(1024);
  private count = 0;

  add(row: number): void {
    if (this.count === this.rows.length) {
      const longer = new Uint32Array(this.rows.length * 2);
      longer.set(this.rows);
      this.rows = longer;
    }
    this.rows[this.count++] = row;
  }

  get first(): number {
    return this.rows[0] ?? 0;
  }

  get last(): number {
    return this.rows[this.count - 1] ?? 0;
  }

  *[Symbol.iterator](): Generator<number, undefined> {
    for (let index = 0; index < this.count; index++) yield this.rows[index] ?? 0;
  }

  /** `top` and `bottom` are included. */
  countIn(top: number, bottom: number): number {
    return this.countBelow(bottom + 1) - this.countBelow(top);
  }

  private countBelow(row: number): number {
    let low = 0;
    let high = this.count;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.rows[middle] ?? 0) < row) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
