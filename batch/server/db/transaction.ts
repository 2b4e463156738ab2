import type { Store } from './store.js';

/**
 * Does all of it, or, when it throws, nothing. `work` awaits only `tx`. It may be called again (after a serialization
 * failure, a deadlock, or a connection that was lost before COMMIT), so it changes nothing but the database. In a
 * transaction, `work` is a part of that one.
 */
export async function inTransaction<T>(store: Store, work: (tx: Store) => Promise<T>): Promise<T> {
  const { db, dialect } = store;
  if (db.isTransaction) return work(store);
  throw new Error(`not written yet: ${dialect}`);
}
