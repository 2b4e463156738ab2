import { sql } from 'kysely';
import type { Tables } from './schema.js';
import type { Store } from './store.js';

/**
 * Updates the statistics of tables to which many rows were added. Postgres itself may update them only a minute later.
 * Until then, it plans queries for few rows, and may compare each row with all others. Does nothing on SQLite, which
 * plans its queries without statistics.
 */
export async function updateStatistics(
  { db, dialect }: Store,
  tables: readonly (keyof Tables)[],
): Promise<void> {
  if (dialect === 'sqlite') return;
  const names = sql.join(tables.map((table) => sql.table(table)));
  // SKIP_LOCKED skips a table during its autovacuum, which updates the statistics anyway.
  await sql`ANALYZE (SKIP_LOCKED) ${names}`.execute(db);
}
