/** Columns that follow each other without a gap, counted from 0, both included. */
interface ColumnRun {
  readonly first: number;
  readonly last: number;
}

/** Groups columns into runs of neighbours, in ascending order. */
export function columnRuns(columns: readonly number[]): readonly ColumnRun[] {
  const runs: { first: number; last: number }[] = [];
  for (const column of columns.toSorted((a, b) => a - b)) {
    const run = runs.at(-1);
    if (run !== undefined && column <= run.last + 1) run.last = column;
    else runs.push({ first: column, last: column });
  }
  return runs;
}
