import { bareText, type RowRemark } from './remark.js';

/** A problem of a large part of a column, reported once, as the first row has it. */
export interface ColumnProblem extends Omit<RowRemark, 'row'> {
  /** The first values with the problem. */
  readonly values: readonly string[];
  /** The number of rows with the problem, the number of all rows, and the first row with it. */
  readonly count: number;
  readonly of: number;
  readonly firstRow: number;
}

type Group = Omit<ColumnProblem, 'of'> & { count: number; readonly values: string[] };

/** From this many rows and this share of all rows, a problem belongs to its column. */
const minRows = 5;
const minShare = 0.5;
/** The number of values that a problem is reported with. */
const maxValues = 3;

/** Groups identical problems of the rows of a column. */
export class ColumnProblems {
  readonly #groups = new Map<string, Group>();
  readonly #groupsOfRow = new Map<number, readonly Group[]>();
  #rows = 0;

  /** Adds one row with all its problems. */
  add(row: number, problems: readonly RowRemark[]): void {
    this.#rows++;
    if (problems.length === 0) return;
    const groups = problems.map((problem) => this.#findGroup(problem));
    for (const group of groups) group.count++;
    this.#groupsOfRow.set(row, groups);
  }

  /** The problems of whole columns, when all rows have been added. */
  all(): ColumnProblem[] {
    return [...this.#groups.values()]
      .filter((group) => this.#isOfColumn(group))
      .map((group) => ({ ...group, of: this.#rows }));
  }

  /** True for a problem that is reported once for its column. */
  has(problem: RowRemark): boolean {
    const group = this.#groups.get(toProblemKey(problem));
    return group !== undefined && this.#isOfColumn(group);
  }

  /** True for a row whose problems are all reported once for their columns. */
  coversRow(row: number): boolean {
    return this.#groupsOfRow.get(row)?.every((group) => this.#isOfColumn(group)) === true;
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
    if (value !== '' && values.length <= maxValues && !values.includes(value)) values.push(value);
    return group;
  }

  #isOfColumn({ count }: Group): boolean {
    return count >= minRows && count >= this.#rows * minShare;
  }
}

function toProblemKey(problem: RowRemark): string {
  const { field, message } = problem;
  const text = typeof message === 'string' ? message : JSON.stringify(message);
  return `${field}\n${bareText(text, problem)}`;
}
