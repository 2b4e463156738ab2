import { isRepeatable } from './errors.js';
import { retry } from './retry.js';
import type { Store } from './store.js';
import { sql } from 'kysely';

/**
 * Does all of it, or, when it throws, nothing. `work` awaits only `tx`. It may be called again (after a serialization
 * failure, a deadlock, or a connection that was lost before COMMIT), so it changes nothing but the database. In a
 * transaction, `work` is a part of that one.
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
