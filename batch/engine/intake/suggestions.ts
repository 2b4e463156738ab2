import type { Message } from '../message.js';

/** A value of a column that stands for another one, and how many rows have it. */
interface Meant {
  /** Letters; missing for a value that applies to every row. */
  readonly column: string | undefined;
  readonly value: string;
  readonly suggestion: string;
  count: number;
}

/** The most values that a plan names; a sheet could have as many as rows. */
const maxValues = 200;

/** Values that stand for others, such as words in other languages and abbreviations, by column. */
export class Suggestions {
  readonly #meant = new Map<string, Meant>();
  readonly #areAccepted: boolean;

  /** `areAccepted`: they are sent as suggested (`--accept-suggestions`), not as they stand. */
  constructor(areAccepted: boolean) {
    this.#areAccepted = areAccepted;
  }

  add(column: string | undefined, value: string, suggestion: string): void {
    const key = `${column ?? ''}\n${value}`;
    const known = this.#meant.get(key);
    if (known === undefined) this.#meant.set(key, { column, value, suggestion, count: 1 });
    else known.count++;
  }

  /** Notes for the reader of the plan. */
  notes(): Message[] {
    const all = [...this.#meant.values()];
    const [first] = all;
    if (first === undefined) return [];
    if (!this.#areAccepted) {
      const { value, suggestion } = first;
      const cells = all.reduce((sum, { count }) => sum + count, 0);
      return [{ code: 'valuesSuggested', cells, value, suggestion }];
    }
    const told = all.slice(0, maxValues).map(({ count: rows, ...meant }): Message => {
      return { code: 'valueTaken', ...meant, rows };
    });
    const rest = all.length - told.length;
    return rest === 0 ? told : [...told, { code: 'moreValuesTaken', count: rest }];
  }
}
