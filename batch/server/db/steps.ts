import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Store } from './store.js';

/** Steps are short, because statements have a time limit on Postgres, and block the event loop on SQLite. */
const rowsPerStep = 2_000;

/** Several rows may have the same number. */
interface SheetRows {
  readonly table: string;
  readonly sheet: string;
  readonly number: string;
}

/** `step` is the SQL condition for about 2,000 rows. */
export async function runInSteps(
  { db }: Store,
  { table, sheet, number }: SheetRows,
  run: (step: RawBuilder<SqlBool>) => Promise<unknown>,
): Promise<void> {
  const column = sql.ref(number);
  for (let after = -1; ;) {
    const rest = sql<SqlBool>`sheet = ${sheet} AND ${column} > ${after}`;
    const { rows } = await sql<{ last: number | null }>`
      SELECT max(number) AS last FROM (
        SELECT ${column} AS number FROM ${sql.table(table)} WHERE ${rest} ORDER BY 1 LIMIT ${rowsPerStep}
      ) AS step`.execute(db);
    const last = rows[0]?.last ?? null;
    if (last === null) return;
    await run(sql<SqlBool>`${rest} AND ${column} <= ${last}`);
    after = last;
  }
}

export function deleteInSteps(store: Store, rows: SheetRows): Promise<void> {
  return runInSteps(store, rows, (step) =>
    sql`DELETE FROM ${sql.table(rows.table)} WHERE ${step}`.execute(store.db),
  );
}
