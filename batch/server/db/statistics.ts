import { sql } from 'kysely';
import type { Tables } from './schema.js';
import type { Store } from './store.js';

/**
 * Postgres itself may update the statistics only a minute after many rows were added. Until then, it plans queries for
 * few rows, and may compare each row with all others.
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
