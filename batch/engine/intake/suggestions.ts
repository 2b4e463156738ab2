import { type Sentence, sentence, value as cell } from '../wording/sentence.js';
import { count } from '../wording/words.js';

/** A value of a column that stands for another one, and how many rows have it. */
interface Meant {
  /** `Column F`, or `--set` for a value that holds for every row. */
  readonly place: string;
  readonly value: string;
  readonly suggestion: string;
  count: number;
}

/** A plan names this many values; a sheet could have as many as rows. */
const mostValues = 200;

/** Values that stand for others: words of other languages, abbreviations. Gathered by column. */
export class Suggestions {
  readonly #meant = new Map<string, Meant>();
  readonly #areAccepted: boolean;

  /** `areAccepted`: they are sent as suggested (`--accept-suggestions`), not as they stand. */
  constructor(areAccepted: boolean) {
    this.#areAccepted = areAccepted;
  }

  add(column: string | undefined, value: string, suggestion: string): void {
    const place = column === undefined ? '--set' : `Column ${column}`;
    const key = `${place}\n${value}`;
    const known = this.#meant.get(key);
    if (known === undefined) this.#meant.set(key, { place, value, suggestion, count: 1 });
    else known.count++;
  }

  /** What the reader of the plan should know, each a sentence. */
  notes(): Sentence[] {
    const all = [...this.#meant.values()];
    if (all.length === 0) return [];
    if (!this.#areAccepted) {
      const cells = all.reduce((sum, { count: cellsOfIt }) => sum + cellsOfIt, 0);
      const [{ value, suggestion } = { value: '', suggestion: '' }] = all;
      return [
        sentence`${count(cells, 'cell')} can be read as suggested, such as "${cell(value)}" as ${cell(suggestion)}: add --accept-suggestions.`,
      ];
    }
    const told = all.slice(0, mostValues).map(({ place, value, suggestion, count: rows }) => {
      return sentence`${place}: "${cell(value)}" is read as ${cell(suggestion)}, ${count(rows, 'row')}.`;
    });
    const rest = all.length - told.length;
    return rest === 0 ? told : [...told, `${count(rest, 'more value')} are read as suggested.`];
  }
}
