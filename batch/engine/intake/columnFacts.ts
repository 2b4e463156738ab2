import type { Fields } from '../../../src/field.js';
import type { Message } from '../message.js';
import { DateColumns } from './dateColumns.js';
import type { ReadRow } from './readRow.js';
import type { ReadingOptions } from './values.js';
import { type RowRemark, maskValue } from './remark.js';
import type { ValueMessage } from './intakeMessages.js';

/** Facts about whole columns, collected in the first pass over the rows. */
export class ColumnFacts {
  readonly dates = new DateColumns();
  readonly problems = new ColumnProblems();
  readonly #suggestions: Suggestions;
  #isComplete = false;

  constructor({ acceptSuggestions = false }: ReadingOptions) {
    this.#suggestions = new Suggestions(acceptSuggestions);
  }

  add(row: number, read: ReadRow): void {
    if (this.#isComplete) return;
    this.problems.add(row, 'problems' in read ? read.problems : []);
    for (const { column, field, value, suggestion } of read.suggested ?? []) {
      // A person has chosen this value.
      if (read.corrected?.some((correction) => correction.field === field) === true) continue;
      this.#suggestions.add(column, value, suggestion);
    }
  }

  /** Ignores rows from now on, because the sheet may be read twice. */
  complete(): void {
    this.#isComplete = true;
  }

  notes(fields: Fields): Message[] {
    const swapped = this.dates.halfConverted.map((field): Message => {
      return { code: 'datesHalfConverted', label: fields[field]?.label ?? field };
    });
    return [...swapped, ...this.#suggestions.notes()];
  }
}

/** A problem in many rows of a column. It is reported once, with the details of the first row. */
export interface ColumnProblem extends Omit<RowRemark, 'row'> {
  readonly values: readonly string[];
  /** The number of rows with the problem. */
  readonly count: number;
  /** The number of all rows. */
  readonly of: number;
  readonly firstRow: number;
}

type Group = Omit<ColumnProblem, 'of'> & { count: number; readonly values: string[] };

/** A problem in at least this many rows, and this share of all rows, is reported once. */
const minRows = 5;
const minShare = 0.5;
/** One more value is kept, to show that there are others. */
const maxListedValues = 3;

export class ColumnProblems {
  readonly #groups = new Map<string, Group>();
  readonly #groupsOfRow = new Map<number, readonly Group[]>();
  #rows = 0;

  add(row: number, problems: readonly RowRemark[]): void {
    this.#rows++;
    if (problems.length === 0) return;
    const groups = problems.map((problem) => this.#findGroup(problem));
    for (const group of groups) group.count++;
    this.#groupsOfRow.set(row, groups);
  }

  /** Call this after adding all rows. */
  all(): ColumnProblem[] {
    return [...this.#groups.values()]
      .filter((group) => this.#isColumnProblem(group))
      .map((group) => ({ ...group, of: this.#rows }));
  }

  has(problem: RowRemark<object>): boolean {
    const group = this.#groups.get(toProblemKey(problem));
    return group !== undefined && this.#isColumnProblem(group);
  }

  coversRow(row: number): boolean {
    return this.#groupsOfRow.get(row)?.every((group) => this.#isColumnProblem(group)) === true;
  }

  #findGroup(problem: RowRemark): Group {
    const key = toProblemKey(problem);
    const { row: firstRow, ...first } = problem;
    const { readAs: value = first.value } = first;
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { ...first, values: [], count: 0, firstRow };
      this.#groups.set(key, group);
    }
    const { values } = group;
    if (value !== '' && values.length <= maxListedValues && !values.includes(value))
      values.push(value);
    return group;
  }

  #isColumnProblem({ count }: Group): boolean {
    return count >= minRows && count >= this.#rows * minShare;
  }
}

export interface GroupedWarning {
  readonly field: string;
  readonly label: string;
  readonly value: string;
  readonly message: ValueMessage;
  readonly column?: string | undefined;
  readonly count: number;
  /** Only the first rows are listed. */
  readonly rows: readonly number[];
}

/** All 300,000 rows of a sheet may have the same mistake. */
const maxListedRows = 5;

export class WarningGroups {
  readonly #groups = new Map<string, GroupedWarning & { count: number; rows: number[] }>();

  add({ row, column, field, label, value, message }: RowRemark): void {
    const key = `${field}\n${JSON.stringify(message)}`;
    const group = this.#groups.get(key);
    if (group === undefined) {
      this.#groups.set(key, { field, label, value, message, column, count: 1, rows: [row] });
      return;
    }
    group.count++;
    if (group.rows.length < maxListedRows) group.rows.push(row);
  }

  all(): GroupedWarning[] {
    return [...this.#groups.values()];
  }
}

function toProblemKey(problem: RowRemark<object>): string {
  const { field, message } = problem;
  // `text` is the beginning of the value, which is different in each row.
  return `${field}\n${maskValue(JSON.stringify({ ...message, text: undefined }), problem)}`;
}

interface SuggestedValue {
  /** Missing for a value that applies to every row. */
  readonly column: string | undefined;
  readonly value: string;
  readonly suggestion: string;
  count: number;
}

/** Every row of a sheet may have another value. */
const maxSuggestions = 200;

class Suggestions {
  readonly #suggested = new Map<string, SuggestedValue>();
  readonly #areAccepted: boolean;

  constructor(areAccepted: boolean) {
    this.#areAccepted = areAccepted;
  }

  add(column: string | undefined, value: string, suggestion: string): void {
    const key = `${column ?? ''}\n${value}`;
    const known = this.#suggested.get(key);
    if (known === undefined) this.#suggested.set(key, { column, value, suggestion, count: 1 });
    else known.count++;
  }

  notes(): Message[] {
    const all = [...this.#suggested.values()];
    const [first] = all;
    if (first === undefined) return [];
    if (!this.#areAccepted) {
      const { value, suggestion } = first;
      const cells = all.reduce((sum, { count }) => sum + count, 0);
      return [{ code: 'valuesSuggested', cells, value, suggestion }];
    }
    const shown = all.slice(0, maxSuggestions).map(({ count: rows, ...suggested }): Message => {
      return { code: 'valueTaken', ...suggested, rows };
    });
    const rest = all.length - shown.length;
    return rest === 0 ? shown : [...shown, { code: 'moreValuesTaken', count: rest }];
  }
}
