import { isRepeatable } from './errors.js';
import { retry } from './retry.js';
import type { Store } from './store.js';
import { sql } from 'kysely';

/**
 * `work` must await only queries of `tx`. It may be called again, so it must change only the database. If `store` is a
 * transaction already, `work` becomes a part of it.
 */
export async function inTransaction<T>(store: Store, work: (tx: Store) => Promise<T>): Promise<T> {
  if (store.db.isTransaction) return work(store);
  const transaction = store.db.transaction().setIsolationLevel('serializable');
  return retry(() => transaction.execute((db) => work({ ...store, db })), {
    limitMs: store.postgres?.timeoutMs ?? 0,
    timing: store.postgres?.pool.timing,
    mayRetry: isRepeatable,
  });
}

/**
 * Postgres prefers to read a small table as a whole. A serializable transaction that does so conflicts with every other
 * transaction that writes to the table.
 */
export async function avoidTableScans({ db, dialect }: Store): Promise<void> {
  if (dialect === 'sqlite') return;
  await sql`
    SELECT set_config(name, 'off', true)
    FROM unnest(ARRAY['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin', 'jit']) AS name`.execute(
    db,
  );
}
