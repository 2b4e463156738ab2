import { quote } from '../../../src/sanitizedMessage.js';
import { type Sentence, sentence, value } from '../wording/sentence.js';
import { textOf } from '../intake/writtenValues.js';
import type { Cell, ResultValue } from '../../../sheets/sheet.js';

/** So many cells are named one by one, in a note each. */
const mostNotes = 3;
/** So many are named in one note. */
const mostNamed = 10;

/** A cell of ours that a person has changed. */
export interface ChangedCell {
  readonly row: number;
  readonly heading: string;
  readonly current: Cell;
  readonly wanted: ResultValue;
}

/** Gathers the cells that were left as a person wrote them. */
export class CellNotes {
  /** What the wanted values are of: "the assessment". */
  readonly #source: string;
  readonly #seen = new Set<string>();
  readonly #first: ChangedCell[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  /** A cell is counted once, however often it is named. */
  add(cell: ChangedCell): void {
    const place = `${cell.row} ${cell.heading}`;
    if (this.#seen.has(place)) return;
    this.#seen.add(place);
    if (this.#first.length < mostNamed) this.#first.push(cell);
  }

  /** A sentence for each cell, or one for all where there are many. */
  sentences(): Sentence[] {
    const count = this.#seen.size;
    if (count <= mostNotes) return this.#first.map((cell) => this.#sentence(cell));
    const places = this.#first.map(({ row, heading }) => `row ${row} ${heading}`).join(', ');
    const rest = count - this.#first.length;
    const more = rest === 0 ? '' : ` and ${rest.toLocaleString('en')} more`;
    return [
      `${count.toLocaleString('en')} cells say something other than ${this.#source} and were left as they are: ${places}${more}. Empty a cell to have it written again.`,
    ];
  }

  #sentence({ row, heading, current, wanted }: ChangedCell): Sentence {
    const says = sentence`Row ${`${row}`}: ${heading} says ${value(shown(current))}`;
    return wanted === undefined
      ? sentence`${says}, and there is no result for it; empty the cell if you did not mean it.`
      : sentence`${says}, ${this.#source} ${value(shownValue(wanted))}; empty the cell to have it written again.`;
  }
}

function shown(cell: Cell): string {
  switch (cell.kind) {
    case 'number':
      return cell.text;
    case 'text':
      return isNumber(cell.text) ? cell.text.trim() : quote(textOf(cell));
    case 'date':
      return cell.iso;
    case 'boolean':
      return String(cell.value).toUpperCase();
    case 'error':
      return cell.code;
    case 'uncalculated':
      return 'a formula';
  }
}

function shownValue(value: string | number): string {
  return typeof value === 'number' ? String(value) : quote(value);
}

function isNumber(text: string): boolean {
  return /^\s*[+-]?\d+(?:[.,]\d+)?\s*$/.test(text);
}
