import type { Message } from '../message.js';

/** A value with a suggestion, and the number of its rows. */
interface Meant {
  /** Letters; missing for a value that applies to every row. */
  readonly column: string | undefined;
  readonly value: string;
  readonly suggestion: string;
  count: number;
}

/** The most values that a plan lists; a sheet could have one per row. */
const maxValues = 200;

/**
 * Counts values with suggestions, such as words in other languages and abbreviations, by column.
 */
export class Suggestions {
  readonly #meant = new Map<string, Meant>();
  readonly #areAccepted: boolean;

  /** `areAccepted`: the suggestions are sent (`--accept-suggestions`), not the values. */
  constructor(areAccepted: boolean) {
    this.#areAccepted = areAccepted;
  }

  add(column: string | undefined, value: string, suggestion: string): void {
    const key = `${column ?? ''}\n${value}`;
    const known = this.#meant.get(key);
    if (known === undefined) this.#meant.set(key, { column, value, suggestion, count: 1 });
    else known.count++;
  }

  /** Returns notes for the plan. */
  notes(): Message[] {
    const all = [...this.#meant.values()];
    const [first] = all;
    if (first === undefined) return [];
    if (!this.#areAccepted) {
      const { value, suggestion } = first;
      const cells = all.reduce((sum, { count }) => sum + count, 0);
      return [{ code: 'valuesSuggested', cells, value, suggestion }];
    }
    const shown = all.slice(0, maxValues).map(({ count: rows, ...meant }): Message => {
      return { code: 'valueTaken', ...meant, rows };
    });
    const rest = all.length - shown.length;
    return rest === 0 ? shown : [...shown, { code: 'moreValuesTaken', count: rest }];
  }
}
