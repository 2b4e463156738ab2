import { bareText, type RowRemark } from './remark.js';

/** A problem that a large part of a column has, told once, as the first row has it. */
export interface ColumnProblem extends Omit<RowRemark, 'row'> {
  /** The first values that have it. */
  readonly values: readonly string[];
  /** How many rows have it, of how many, and the first of them. */
  readonly count: number;
  readonly of: number;
  readonly firstRow: number;
}

type Group = Omit<ColumnProblem, 'of'> & { count: number; readonly values: string[] };

/** From so many rows on, and from this part of all rows on, a problem is its column's. */
const fewestRows = 5;
const leastPart = 0.5;
/** A problem is told with this many values. */
const mostValues = 3;

/** Brings together what is wrong with the rows of a column in the same way. */
export class ColumnProblems {
  readonly #groups = new Map<string, Group>();
  readonly #groupsOfRow = new Map<number, readonly Group[]>();
  #rows = 0;

  /** Takes in one row and all that is wrong with it. */
  add(row: number, problems: readonly RowRemark[]): void {
    this.#rows++;
    if (problems.length === 0) return;
    const groups = problems.map((problem) => this.#groupOf(problem));
    for (const group of groups) group.count++;
    this.#groupsOfRow.set(row, groups);
  }

  /** The problems that are told once, when all rows have been taken in. */
  all(): ColumnProblem[] {
    return [...this.#groups.values()]
      .filter((group) => this.#isOfColumn(group))
      .map((group) => ({ ...group, of: this.#rows }));
  }

  /** True for a problem that is told once for its column. */
  has(problem: RowRemark): boolean {
    const group = this.#groups.get(keyOf(problem));
    return group !== undefined && this.#isOfColumn(group);
  }

  /** True for a row of which every problem is told once for its column. */
  tellsAllOf(row: number): boolean {
    return this.#groupsOfRow.get(row)?.every((group) => this.#isOfColumn(group)) === true;
  }

  #groupOf(problem: RowRemark): Group {
    const key = keyOf(problem);
    const { row: firstRow, ...first } = problem;
    const { value } = first;
    let group = this.#groups.get(key);
    if (group === undefined) {
      group = { ...first, values: [], count: 0, firstRow };
      this.#groups.set(key, group);
    }
    const { values } = group;
    if (value !== '' && values.length <= mostValues && !values.includes(value)) values.push(value);
    return group;
  }

  #isOfColumn({ count }: Group): boolean {
    return count >= fewestRows && count >= this.#rows * leastPart;
  }
}

function keyOf(problem: RowRemark): string {
  const { field, message } = problem;
  const text = typeof message === 'string' ? message : JSON.stringify(message);
  return `${field}\n${bareText(text, problem)}`;
}
