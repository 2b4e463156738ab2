import { forgetStaged } from './postgres/replaceStaged.js';
import type { Store } from './store.js';
import { inTransaction } from './transaction.js';

/** All that belongs to a sheet, but for its journal and what was sent. */
const tables = [
  ...['row', 'problem', 'correction', 'decision', 'schedule', 'run', 'round'],
  ...['past_assessment', 'unconfirmed'],
];

/**
 * Deletes a sheet with its rows, problems, corrections, decisions and runs. What was sent stays, as hashes
 * and IDs: the same row in another upload must not be sent a second time.
 */
export function deleteSheet(store: Store, id: string, at: string): void {
  const { db } = store;
  inTransaction(store, () => {
    for (const table of tables) db.prepare(`DELETE FROM ${table} WHERE sheet = ?`).run(id);
    if (store.dialect === 'postgres') forgetStaged(store, id);
    db.prepare(
      `UPDATE sheet SET name = '', file = NULL, sha256 = '', stage = 'unreadable', refused = NULL,
         headings_key = NULL, match = NULL, inspection = NULL, values_to_settle = '[]', worksheet = NULL, header_row = NULL,
         notes = '[]', counts = '{}', row_count = 0, problem_rows = 0, unconfirmed = 0, highest = NULL,
         deleted_at = ? WHERE id = ?`,
    ).run(at, id);
  });
  forgetLog(store);
}

/**
 * What was deleted is overwritten in the database, but the log of SQLite has it until it is emptied. It
 * cannot be while somebody reads: then it returns false, and a later deletion or the end of the server
 * does it.
 */
export function forgetLog({ db, dialect }: Store): boolean {
  // Its log is the affair of who runs the server.
  if (dialect === 'postgres') return true;
  db.exec('PRAGMA busy_timeout = 500');
  const found = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  db.exec('PRAGMA busy_timeout = 20000');
  return found?.busy === 0;
}
