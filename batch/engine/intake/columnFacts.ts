import type { Fields } from '../../../src/field.js';
import type { Message } from '../message.js';
import { ColumnProblems } from './columnProblems.js';
import { DateColumns } from './dateColumns.js';
import type { ReadRow } from './readRows.js';
import type { ReadingOptions } from './readSetting.js';
import { Suggestions } from './suggestions.js';

/** Facts about whole columns, collected in the first pass over the rows and used in the second. */
export class ColumnFacts {
  readonly dates = new DateColumns();
  readonly problems = new ColumnProblems();
  readonly #suggestions: Suggestions;
  #isComplete = false;

  constructor({ acceptSuggestions = false }: ReadingOptions) {
    this.#suggestions = new Suggestions(acceptSuggestions);
  }

  /** Adds one row, until {@link complete}. */
  add(row: number, read: ReadRow): void {
    if (this.#isComplete) return;
    this.problems.add(row, 'problems' in read ? read.problems : []);
    for (const { column, value, suggestion } of read.suggested ?? []) {
      this.#suggestions.add(column, value, suggestion);
    }
  }

  /** Ends the collection; later rows are ignored. */
  complete(): void {
    this.#isComplete = true;
  }

  /** Returns notes for the plan. */
  notes(fields: Fields): Message[] {
    const swapped = this.dates.halfConverted.map((field): Message => {
      return { code: 'datesHalfConverted', label: fields[field]?.label ?? field };
    });
    return [...swapped, ...this.#suggestions.notes()];
  }
}
