import { sql } from 'kysely';
import type { Tables } from './schema.js';
import type { Store } from './store.js';

/**
 * Updates the statistics of tables to which many rows were added. Otherwise, Postgres updates them only after up to a
 * minute. Until then, it assumes few rows, and may compare each one with all others. Does nothing on SQLite, which plans
 * its queries without statistics.
 */
export async function updateStatistics(
  { db, dialect }: Store,
  tables: readonly (keyof Tables)[],
): Promise<void> {
  if (dialect === 'sqlite') return;
  const names = sql.join(tables.map((table) => sql.table(table)));
  // A table that the database maintains right now is skipped: its statistics are updated anyway.
  await sql`ANALYZE (SKIP_LOCKED) ${names}`.execute(db);
}
