import type { Message } from '../message.js';
import type { CellSource, ChangedCell } from './cellMessages.js';

/** The maximum number of cells with a note each; above it, they share one note. */
const maxNotes = 3;
/** The maximum number of cells that one note names. */
const maxNamed = 10;

/** Collects the cells that keep a person's text. */
export class CellNotes {
  /** The source of the wanted values. */
  readonly #source: CellSource;
  readonly #seen = new Set<string>();
  readonly #first: ChangedCell[] = [];

  constructor(source: CellSource) {
    this.#source = source;
  }

  /** Adds a cell. A cell counts once, even if it is added several times. */
  add(cell: ChangedCell): void {
    const place = `${cell.row} ${cell.heading}`;
    if (this.#seen.has(place)) return;
    this.#seen.add(place);
    if (this.#first.length < maxNamed) this.#first.push(cell);
  }

  /** Returns a message for each cell, or one message for all of them if there are many. */
  messages(): Message[] {
    const count = this.#seen.size;
    const source = this.#source;
    if (count <= maxNotes) {
      return this.#first.map((cell) => ({ code: 'cellKept', ...cell, source }));
    }
    const first = this.#first.map(({ row, heading }) => ({ row, heading }));
    return [{ code: 'cellsKept', count, first, source }];
  }
}
