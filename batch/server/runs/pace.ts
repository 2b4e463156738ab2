/** The minimum time and number of rows for an estimate. */
const minMs = 2_000;
const minRows = 3;
/** Only the pace of the last minute counts, so that the estimate soon changes when the service becomes slower. */
const windowMs = 60_000;

/** Estimates how long the rest of a run takes. */
export class Pace {
  readonly #marks: { readonly atMs: number; readonly done: number }[] = [];

  /** Records the number of rows that are done by now. Call it also at the beginning. */
  mark(done: number, atMs: number): void {
    this.#marks.push({ atMs, done });
    // The time until the first rows are done shows nothing about the pace.
    if (this.#marks[1]?.done === 0) this.#marks.shift();
    // Keeps the marks within the window, and the last mark before it.
    while ((this.#marks[1]?.atMs ?? Infinity) < atMs - windowMs) this.#marks.shift();
  }

  /** Returns the milliseconds for this many more rows; undefined while there is no estimate. */
  remainingMs(rows: number): number | undefined {
    const [first, last] = [this.#marks[0], this.#marks.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const [tookMs, done] = [last.atMs - first.atMs, last.done - first.done];
    if (tookMs < minMs || done < minRows) return undefined;
    return Math.round((rows * tookMs) / done);
  }
}
