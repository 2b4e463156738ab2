import type { Fields } from '../../../src/field.js';
import type { Message } from '../message.js';
import { ColumnProblems } from './columnProblems.js';
import { DateColumns } from './dateColumns.js';
import type { ReadRow } from './readRows.js';
import type { ReadingOptions } from './readSetting.js';
import { Suggestions } from './suggestions.js';

/**
 * What is known only when whole columns have been read. It is learnt once, and used when rows are
 * read again.
 */
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

  /** Call this when all rows have been added. */
  complete(): void {
    this.#isComplete = true;
  }

  /** Notes for the reader of the plan. */
  notes(fields: Fields): Message[] {
    const swapped = this.dates.halfConverted.map((field): Message => {
      return { code: 'datesHalfConverted', label: fields[field]?.label ?? field };
    });
    return [...swapped, ...this.#suggestions.notes()];
  }
}
