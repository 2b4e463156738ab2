const minMs = 2_000;
const minRows = 3;
/** With a short window, the estimate soon changes when the service becomes slower. */
const windowMs = 60_000;

export class Pace {
  readonly #marks: { readonly atMs: number; readonly done: number }[] = [];

  /** Call this at the beginning, too. */
  mark(done: number, atMs: number): void {
    this.#marks.push({ atMs, done });
    // The time until the first rows are done shows nothing about the pace.
    if (this.#marks[1]?.done === 0) this.#marks.shift();
    while ((this.#marks[1]?.atMs ?? Infinity) < atMs - windowMs) this.#marks.shift();
  }

  remainingMs(rows: number): number | undefined {
    const [first, last] = [this.#marks[0], this.#marks.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const [tookMs, done] = [last.atMs - first.atMs, last.done - first.done];
    if (tookMs < minMs || done < minRows) return undefined;
    return Math.round((rows * tookMs) / done);
  }
}
