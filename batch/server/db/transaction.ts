import { isRepeatable } from './errors.js';
import { retry } from './retry.js';
import type { Store } from './store.js';

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
