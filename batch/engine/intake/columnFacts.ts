import type { Fields } from '../../../src/field.js';
import type { Message } from '../message.js';
import { ColumnProblems } from './columnProblems.js';
import { DateColumns } from './dateColumns.js';
import type { ReadRow } from './readRows.js';
import type { ReadingOptions } from './readSetting.js';
import { Suggestions } from './suggestions.js';

/**
 * What shows only when whole columns have been read. It is learnt once; rows that are read again are
 * read with it.
 */
export class ColumnFacts {
  readonly dates = new DateColumns();
  readonly problems = new ColumnProblems();
  readonly #suggestions: Suggestions;
  #isComplete = false;

  constructor({ acceptSuggestions = false }: ReadingOptions) {
    this.#suggestions = new Suggestions(acceptSuggestions);
  }

  /** Takes in one row, until all have been taken in. */
  add(row: number, read: ReadRow): void {
    if (this.#isComplete) return;
    this.problems.add(row, 'problems' in read ? read.problems : []);
    for (const { column, value, suggestion } of read.suggested ?? []) {
      this.#suggestions.add(column, value, suggestion);
    }
  }

  /** Ends the learning. */
  complete(): void {
    this.#isComplete = true;
  }

  /** What the reader of the plan should know. */
  notes(fields: Fields): Message[] {
    const swapped = this.dates.halfConverted.map((field): Message => {
      return { code: 'datesHalfConverted', label: fields[field]?.label ?? field };
    });
    return [...swapped, ...this.#suggestions.notes()];
  }
}
