import type { Store } from './store.js';

/**
 * Does all of it, or, when it throws, nothing. The change may only use the database: on Postgres it is called again
 * when the connection is lost before the end, or another transaction had to go first. There, it is the only one that
 * writes on all machines, or, with a lock, the only one with that lock; SQLite has one writer at a time anyway.
 */
export function inTransaction<T>({ db }: Pick<Store, 'db'>, change: () => T, lock?: string): T {
  if (db.transaction !== undefined) return db.transaction(change, lock);
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = change();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    db.exec('ROLLBACK');
    throw error;
  }
}

/** The same, as a part of the transaction that is under way, where there is one. */
export function withinTransaction<T>(store: Pick<Store, 'db'>, change: () => T, lock?: string): T {
  return store.db.isTransaction ? change() : inTransaction(store, change, lock);
}
