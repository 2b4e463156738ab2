import { bareText, type RowRemark } from './remark.js';

/** A problem in many rows of a column. It is reported once, with the details of the first row. */
export interface ColumnProblem extends Omit<RowRemark, 'row'> {
  /** The first values with the problem. */
  readonly values: readonly string[];
  /** The number of rows with the problem; `of` is the number of all rows. */
  readonly count: number;
  readonly of: number;
  readonly firstRow: number;
}

type Group = Omit<ColumnProblem, 'of'> & { count: number; readonly values: string[] };

/** A problem belongs to its column from this many rows and this share of all rows. */
const minRows = 5;
const minShare = 0.5;
/** The most values that a problem lists. */
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

  /** Returns the problems of whole columns. Call it after all rows were added. */
  all(): ColumnProblem[] {
    return [...this.#groups.values()]
      .filter((group) => this.#isColumnProblem(group))
      .map((group) => ({ ...group, of: this.#rows }));
  }

  /** True if the problem is reported once for its column. */
  has(problem: RowRemark): boolean {
    const group = this.#groups.get(toProblemKey(problem));
    return group !== undefined && this.#isColumnProblem(group);
  }

  /** True if all problems of the row are reported for their columns. */
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
    if (value !== '' && values.length <= maxValues && !values.includes(value)) values.push(value);
    return group;
  }

  #isColumnProblem({ count }: Group): boolean {
    return count >= minRows && count >= this.#rows * minShare;
  }
}

function toProblemKey(problem: RowRemark): string {
  const { field, message } = problem;
  const text = typeof message === 'string' ? message : JSON.stringify(message);
  return `${field}\n${bareText(text, problem)}`;
}
