import type { RowChoice } from '../../engine/run/settleRow.js';
import { inserting } from './dialects.js';
import { runMany } from './many.js';
import type { SqlValue, Store } from './store.js';
import { choicesIn } from './storedRows.js';

/** Something that is wrong with a row. */
export interface StoredProblem {
  readonly row: number;
  /** A kind of problemKinds.ts. */
  readonly kind: string;
  /** The contract's name of the input; empty for the row as a whole. */
  readonly field: string;
  readonly label: string;
  /** As the spreadsheet names it: C7. */
  readonly cell: string | undefined;
  readonly value: string;
  readonly message: string;
  readonly remedy: string;
  readonly suggestion: string | undefined;
}

/** A problem, with the person whose row it is. */
export interface ListedProblem extends StoredProblem {
  readonly employeeId: string;
  /** What a person can say of the row. */
  readonly choices: readonly RowChoice[];
}

/** Where a page of problems ended. */
export interface ProblemCursor {
  readonly row: number;
  /** Among those of its row. */
  readonly place: number;
}

/** What is asked of the problems of a sheet. */
export interface ProblemQuery {
  /** All kinds unless given. */
  readonly kind?: string | undefined;
  readonly after?: ProblemCursor | undefined;
  readonly limit: number;
}

/** What can be sent all the same is no problem of its row. */
const harmless = 'unusual';

/** Deletes all problems of a sheet, before it is read again. */
export function deleteProblems({ db }: Store, sheet: string): void {
  db.prepare('DELETE FROM problem WHERE sheet = ?').run(sheet);
}

/** Adds the problems of rows, those of a row together; to another table with the same columns, where one is given. */
export function addProblems(
  { db }: Store,
  sheet: string,
  problems: Iterable<StoredProblem>,
  { firstPlace = 0, table = 'problem' }: { firstPlace?: number; table?: string } = {},
): void {
  runMany(db, inserting(table, allProblemColumns), all());

  function* all(): Generator<SqlValue[]> {
    let [row, place] = [0, firstPlace];
    for (const problem of problems) {
      place = problem.row === row ? place + 1 : firstPlace;
      row = problem.row;
      const { kind, field, label, cell, value, message, remedy, suggestion } = problem;
      yield [
        ...[sheet, row, place, kind, field, label, cell ?? null, value, message, remedy],
        suggestion ?? null,
      ];
    }
  }
}

/** All columns of the table of problems, in the order in which they are written. */
export const allProblemColumns: readonly string[] = [
  ...['sheet', 'row', 'place', 'kind', 'field', 'label', 'cell', 'value', 'message', 'remedy'],
  'suggestion',
];

/** After the problems of the values of a row: it has not as many inputs. */
const placeOfStatus = 1_000;

/**
 * Replaces the problems of these kinds, after a run or a person has changed the status of rows. Where one is
 * about an input, nothing else is said of that.
 */
export function replaceProblems(
  store: Store,
  sheet: string,
  kinds: readonly string[],
  problems: readonly StoredProblem[],
): void {
  const drop = store.db.prepare('DELETE FROM problem WHERE sheet = ? AND kind = ?');
  for (const kind of kinds) drop.run(sheet, kind);
  runMany(
    store.db,
    'DELETE FROM problem WHERE sheet = ? AND row = ? AND field = ?',
    problems.filter(({ field }) => field !== '').map(({ row, field }) => [sheet, row, field]),
  );
  addProblems(store, sheet, problems, { firstPlace: placeOfStatus });
  countProblemRows(store, sheet);
}

/** Counts the rows with problems, and stores the number with the sheet. */
export function countProblemRows({ db }: Store, sheet: string): void {
  db.prepare(
    `UPDATE sheet SET problem_rows =
       (SELECT count(DISTINCT row) FROM problem WHERE sheet = ?1 AND kind <> ?2) WHERE id = ?1`,
  ).run(sheet, harmless);
}

/** How many rows have each kind of problem. */
export function problemCounts({ db }: Store, sheet: string): { kind: string; rows: number }[] {
  return db
    .prepare(
      `SELECT kind, count(DISTINCT row) AS rows FROM problem WHERE sheet = ?
       GROUP BY kind ORDER BY kind`,
    )
    .all(sheet)
    .map(({ kind, rows }) => ({ kind: kind as string, rows: rows as number }));
}

/** One page of problems, by row, and where the next one begins. */
export function problemPage(
  { db }: Store,
  sheet: string,
  { kind, after = { row: 0, place: -1 }, limit }: ProblemQuery,
): { readonly problems: readonly ListedProblem[]; readonly next: ProblemCursor | undefined } {
  const ofKind = kind === undefined ? '' : 'AND kind = ?';
  const found = db
    .prepare(
      `SELECT problem.*, row.employee_id, row.choices
       FROM problem LEFT JOIN row ON row.sheet = problem.sheet AND row.number = problem.row
       WHERE problem.sheet = ? ${ofKind} AND (problem.row, place) > (?, ?)
       ORDER BY problem.row, place LIMIT ?`,
    )
    .all(...[sheet, ...(kind === undefined ? [] : [kind]), after.row, after.place, limit + 1]);
  const last = found.length > limit ? found[limit - 1] : undefined;
  return {
    problems: found.slice(0, limit).map(problemOf),
    next: last === undefined ? undefined : { row: last.row as number, place: last.place as number },
  };
}

/** All problems of a sheet, by row, for a list of them. */
export function* allProblems(store: Store, sheet: string): Generator<ListedProblem> {
  let after: ProblemCursor | undefined;
  do {
    const { problems, next } = problemPage(store, sheet, { after, limit: 1_000 });
    yield* problems;
    after = next;
  } while (after !== undefined);
}

/** How many rows have a problem with this value of an input. */
export function rowsAlike(
  { db }: Store,
  sheet: string,
  { field, value }: Pick<StoredProblem, 'field' | 'value'>,
): number {
  const found = db
    .prepare(
      'SELECT count(DISTINCT row) AS rows FROM problem WHERE sheet = ? AND field = ? AND value = ?',
    )
    .get(sheet, field, value);
  return found?.rows as number;
}

function problemOf(found: Record<string, unknown>): ListedProblem {
  const { row, kind, field, label, value, message, remedy } = found as unknown as StoredProblem;
  return {
    ...{ row, kind, field, label, value, message, remedy },
    employeeId: (found.employee_id as string | null) ?? '',
    choices: choicesIn((found.choices as string | null) ?? ''),
    cell: (found.cell as string | null) ?? undefined,
    suggestion: (found.suggestion as string | null) ?? undefined,
  };
}
