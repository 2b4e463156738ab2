import type { Store } from './store.js';

/** Does all of it, or, when it throws, nothing. */
export function inTransaction<T>({ db }: Store, change: () => T): T {
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
