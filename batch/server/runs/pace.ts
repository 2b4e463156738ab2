/** An estimate needs at least this much to go by. */
const leastMs = 2_000;
const leastRows = 3;
/** The pace of the last minute counts: a slower service shows soon. */
const windowMs = 60_000;

/** Estimates from the pace so far how long the rest of a run takes. */
export class Pace {
  readonly #marks: { readonly atMs: number; readonly done: number }[] = [];

  /** Records the number of rows that are done by now. Call it also at the beginning. */
  mark(done: number, atMs: number): void {
    this.#marks.push({ atMs, done });
    // The oldest one within the window stays, and the one before it.
    while ((this.#marks[1]?.atMs ?? Infinity) < atMs - windowMs) this.#marks.shift();
  }

  /** Milliseconds for so many more rows; undefined while there is too little to go by. */
  remainingMs(rows: number): number | undefined {
    const [first, last] = [this.#marks[0], this.#marks.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const [tookMs, done] = [last.atMs - first.atMs, last.done - first.done];
    if (tookMs < leastMs || done < leastRows) return undefined;
    return Math.round((rows * tookMs) / done);
  }
}
