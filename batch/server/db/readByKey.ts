import { sql } from 'kysely';
import type { Store } from './store.js';

/**
 * Makes the statements of a transaction read the rows that they need by an index. A serializable transaction that reads
 * a whole table, as Postgres prefers to do while that is small, fails with each other one that writes to the table.
 */
export async function readByKey({ db, dialect }: Store): Promise<void> {
  if (dialect === 'sqlite') return;
  await sql`
    SELECT set_config(name, 'off', true)
    FROM unnest(ARRAY['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']) AS name`.execute(
    db,
  );
}
