import type { Store } from './store.js';

/** A problem of a sheet, for the people who can correct it there. */
export interface ListedProblem {
  readonly row: number;
  /** As the spreadsheet names it: C7. */
  readonly cell: string | null;
  readonly employeeId: string | null;
  readonly label: string;
  readonly value: string;
  readonly message: string;
  readonly remedy: string;
  readonly suggestion: string | null;
}

/** All problems of a sheet, row by row. */
export function* problemsToPassOn({ db }: Store, sheet: string): Generator<ListedProblem> {
  const found = db
    .prepare(
      `SELECT problem.row, cell, employee_id AS "employeeId", label, value, problem.message, remedy, suggestion
       FROM problem LEFT JOIN row ON row.sheet = problem.sheet AND row.number = problem.row
       WHERE problem.sheet = ? ORDER BY problem.row, problem.place`,
    )
    .iterate(sheet);
  for (const each of found) yield each as unknown as ListedProblem;
}
