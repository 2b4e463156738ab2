/** Row numbers added in ascending order, asked for by range; four bytes each. */
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

  /** 0 when there are none. */
  get last(): number {
    return this.rows[this.count - 1] ?? 0;
  }

  *[Symbol.iterator](): Generator<number, undefined> {
    for (let index = 0; index < this.count; index++) yield this.rows[index] ?? 0;
  }

  /** How many lie from `top` to `bottom`, both included. */
  countIn(top: number, bottom: number): number {
    return this.below(bottom + 1) - this.below(top);
  }

  private below(row: number): number {
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
