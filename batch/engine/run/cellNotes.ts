import type { Message } from '../message.js';
import type { CellSource, ChangedCell } from './cellMessages.js';

/** Up to this many cells get a note each. */
const mostNotes = 3;
/** At most this many are named in one note. */
const mostNamed = 10;

/** Collects the cells that keep what a person wrote. */
export class CellNotes {
  /** What the wanted values are of. */
  readonly #source: CellSource;
  readonly #seen = new Set<string>();
  readonly #first: ChangedCell[] = [];

  constructor(source: CellSource) {
    this.#source = source;
  }

  /** A cell is counted once, however often it is named. */
  add(cell: ChangedCell): void {
    const place = `${cell.row} ${cell.heading}`;
    if (this.#seen.has(place)) return;
    this.#seen.add(place);
    if (this.#first.length < mostNamed) this.#first.push(cell);
  }

  /** A message for each cell, or one for all where there are many. */
  messages(): Message[] {
    const count = this.#seen.size;
    const source = this.#source;
    if (count <= mostNotes) {
      return this.#first.map((cell) => ({ code: 'cellKept', ...cell, source }));
    }
    const first = this.#first.map(({ row, heading }) => ({ row, heading }));
    return [{ code: 'cellsKept', count, first, source }];
  }
}
