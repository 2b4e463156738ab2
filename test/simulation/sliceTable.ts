/** A row of the table `slice`. Times are those of the simulation, in milliseconds. */
export interface Slice {
  readonly id: string;
  readonly run: string;
  readonly sheet: string;
  readonly rows: string;
  readonly state: string;
  readonly fence: number;
  readonly appended: number;
  readonly holder: string | null;
  readonly until: number;
  readonly taken_at: number | null;
  readonly done: number;
  readonly created: number;
  readonly failures: number;
}

type Values = readonly unknown[];

/** The slices of a run by their ID, or a snapshot of them for a transaction. */
export class SliceTable extends Map<string, Slice> {
  readonly #source: SliceTable | undefined;
  readonly #before: ReadonlyMap<string, Slice>;

  constructor(source?: SliceTable) {
    super(source);
    this.#source = source;
    this.#before = new Map(source);
  }

  /** Writes the changes into the source. Returns false if another transaction has changed the same rows. */
  commit(): boolean {
    const changed = [...this].filter(([id, slice]) => slice !== this.#before.get(id));
    const source = this.#source;
    if (source === undefined) return true;
    if (changed.some(([id]) => source.get(id) !== this.#before.get(id))) return false;
    for (const [id, slice] of changed) source.set(id, slice);
    return true;
  }

  /** Returns the slices that match the condition of a statement. */
  find(sql: string, values: Values): readonly Slice[] {
    const [, condition = ''] = / WHERE (.*?)(?: RETURNING .*)?$/.exec(sql) ?? [];
    const terms = condition.split(' AND ');
    return [...this.values()].filter((slice) =>
      terms.every((term) => matches(slice, term, values)),
    );
  }
}

/** Applies an UPDATE to the slices that match its condition, and returns these. */
export function updateSlices(
  slices: SliceTable,
  sql: string,
  values: Values,
  nowMs: number,
): readonly Slice[] {
  const [, assignments = ''] = /UPDATE slice SET (.*?)(?: FROM run)? WHERE /.exec(sql) ?? [];
  // A comma within an expression is followed by no assignment.
  const assigned = assignments.split(/, (?=\w+ = )/).map((each) => each.split(/ = (.*)/));
  return slices.find(sql, values).map((slice) => {
    const changes = assigned.map(([column = '', expression = '']) => {
      return [column, evaluate(expression, slice, values, nowMs)] as const;
    });
    const updated: Slice = { ...slice, ...Object.fromEntries(changes) };
    slices.set(slice.id, updated);
    return updated;
  });
}

/** Evaluates a term of a condition. The run of all slices is running. */
function matches(slice: Slice, term: string, values: Values): boolean {
  if (term === 'run.id = slice.run' || term === "run.state = 'running'") return true;
  const compared = /^(?:slice\.)?(\w+) = (?:\$(\d+)|'(\w+)')$/.exec(term);
  if (compared === null) throw new Error(`The model of the database does not know: ${term}`);
  const [, column = '', parameter, text] = compared;
  const value = parameter === undefined ? text : values[Number(parameter) - 1];
  return slice[column as keyof Slice] === value;
}

/** Evaluates the expression that a column is set to. */
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
    case "'-infinity'":
      return Number.NEGATIVE_INFINITY;
    case 'fence + 1':
      return slice.fence + 1;
    case 'now() + make_interval(secs => $)':
    case 'clock_timestamp() + make_interval(secs => $)':
      return nowMs + Number(value) * 1_000;
    case 'coalesce(taken_at, clock_timestamp())':
      return slice.taken_at ?? nowMs;
    case "CASE WHEN $::text = 'done' THEN '[]' ELSE rows END":
      return value === 'done' ? '[]' : slice.rows;
    default:
      throw new Error(`The model of the database does not know: ${expression}`);
  }
}
