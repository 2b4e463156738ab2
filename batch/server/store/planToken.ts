import { hash } from 'node:crypto';
import { lastAppend } from './journalLines.js';
import type { Store } from './store.js';
import type { StartRun } from '../api/shapes.js';

/**
 * Names a plan: it is another one as soon as the sheet was read again, something of it was sent or settled,
 * or other options were chosen.
 */
export function planToken(store: Store, sheet: string, order: StartRun): string {
  const found = store.db
    .prepare('SELECT read_generation, match, worksheet, header_row FROM sheet WHERE id = ?')
    .get(sheet);
  const corrections = store.db
    .prepare('SELECT id, corrected FROM correction WHERE sheet = ? ORDER BY id')
    .all(sheet);
  const { operation, olderThanDays = 0, maxNew = null, retryRejected = false, rows = '' } = order;
  const { round = '', newRound = false } = order;
  const options = [operation, olderThanDays, maxNew, retryRejected, rows, round, newRound];
  const about = [sheet, found, corrections, lastAppend(store, sheet), options];
  return hash('sha256', JSON.stringify(about), 'base64url').slice(0, 22);
}
