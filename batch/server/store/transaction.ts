import type { Store } from './store.js';

/**
 * Does all of it, or, when it throws, nothing. Where other machines write, too, `lock` names what nobody else
 * changes meanwhile; by default that is everything.
 */
export function inTransaction<T>({ db }: Store, change: () => T, _lock?: string): T {
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
