/** A row of the table `slice`. Times are those of the simulation, in milliseconds. */
export interface Slice {
  readonly id: string;
  readonly run: string;
  readonly sheet: string;
  readonly rows: string | null;
  readonly attempt: number | null;
  readonly appended: number;
  readonly taken_at: number | null;
  readonly done: number;
  readonly created: number;
}

type Values = readonly unknown[];

/** The rows of a table by their ID, or a snapshot of them for a transaction. */
export class Table<Row> extends Map<string, Row> {
  readonly #source: Table<Row> | undefined;
  readonly #before: ReadonlyMap<string, Row>;

  constructor(source?: Table<Row>) {
    super(source);
    this.#source = source;
    this.#before = new Map(source);
  }

  /** Returns true if a row that this snapshot has changed was changed in its source, too. */
  get hasConflict(): boolean {
    return this.#changed.some((id) => this.#source?.get(id) !== this.#before.get(id));
  }

  commit(): void {
    for (const id of this.#changed) {
      const row = this.get(id);
      if (row === undefined) this.#source?.delete(id);
      else this.#source?.set(id, row);
    }
  }

  get #changed(): readonly string[] {
    const ids = new Set([...this.#before.keys(), ...this.keys()]);
    return [...ids].filter((id) => this.get(id) !== this.#before.get(id));
  }
}

export function findSlices(slices: Table<Slice>, sql: string, values: Values): readonly Slice[] {
  const [, condition = ''] = / WHERE (.*?)(?: RETURNING .*)?$/.exec(sql) ?? [];
  // This condition is always true: the model never marks a run as due for another split.
  const terms = condition.replace(/ AND NOT EXISTS \(.*?\)/, '').split(' AND ');
  return [...slices.values()].filter((slice) =>
    terms.every((term) => matches(slice, term, values)),
  );
}

/** Applies an UPDATE to the slices that match its condition, and returns these. */
export function updateSlices(
  slices: Table<Slice>,
  sql: string,
  values: Values,
  nowMs: number,
): readonly Slice[] {
  const [, assignments = ''] = /UPDATE slice SET (.*?)(?: FROM run)? WHERE /.exec(sql) ?? [];
  // A comma within an expression has no assignment after it.
  const assigned = assignments
    .split(/, (?=\w+ = )/)
    .map((assignment) => assignment.split(/ = (.*)/));
  return findSlices(slices, sql, values).map((slice) => {
    const changes = assigned.map(([column = '', expression = '']) => {
      return [column, evaluate(expression, slice, values, nowMs)] as const;
    });
    const updated: Slice = { ...slice, ...Object.fromEntries(changes) };
    slices.delete(slice.id);
    slices.set(updated.id, updated);
    return updated;
  });
}

/** Evaluates a term of a condition. The run of all slices has the state `running`. */
function matches(slice: Slice, term: string, values: Values): boolean {
  if (term === 'run.id = slice.run' || term === "run.state = 'running'") return true;
  if (term === 'slice.rows IS NOT NULL') return slice.rows !== null;
  const [, parameter] = /\$(\d+)$/.exec(term) ?? [];
  const value = values[Number(parameter) - 1];
  if (/^coalesce\(attempt, 0\) <= \$\d+$/.test(term)) return (slice.attempt ?? 0) <= Number(value);
  const [, column] = /^(?:slice\.)?(\w+) = \$\d+$/.exec(term) ?? [];
  if (column === undefined) throw new Error(`The model of the database has no term: ${term}`);
  return slice[column as keyof Slice] === value;
}

function evaluate(expression: string, slice: Slice, values: Values, nowMs: number): unknown {
  const [, parameter] = /\$(\d+)/.exec(expression) ?? [];
  const value = values[Number(parameter) - 1];
  switch (expression.replace(/\$\d+/, '$')) {
    case '$':
      return value;
    case '0':
      return 0;
    case 'NULL':
      return null;
    case 'coalesce(taken_at, clock_timestamp())':
      return slice.taken_at ?? nowMs;
    case 'coalesce($, done)':
      return value ?? slice.done;
    case 'coalesce($, created)':
      return value ?? slice.created;
    case 'CASE WHEN $ THEN NULL ELSE rows END':
      return value === true ? null : slice.rows;
    default:
      throw new Error(`The model of the database has no expression: ${expression}`);
  }
}
