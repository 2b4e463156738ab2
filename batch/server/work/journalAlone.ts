import type { Journal } from '../../engine/journal/journal.js';
import { followJournal, reopenClaim } from '../store/sentRequests.js';
import { inTransaction } from '../store/transaction.js';
import type { ChangePorts } from './changeSheet.js';
import { openStoredJournal } from './openStoredJournal.js';

/**
 * Adds facts about a row to the journal of a sheet that was deleted, or whose file was: nothing else is left
 * of it. Throws what `change` throws.
 */
export async function changeJournalAlone(
  { store, service, now, locks }: ChangePorts,
  sheet: string,
  row: string,
  change: (journal: Journal, at: string) => void,
): Promise<void> {
  const lock = await locks.take(sheet);
  try {
    const journal = await openStoredJournal({ store, service, now }, sheet, lock);
    try {
      const at = new Date(now()).toISOString();
      change(journal, at);
      await journal.synced();
      inTransaction(store, () => {
        reopenClaim(store, { owner: sheet, row }, journal.state(row), at);
        followJournal(store, sheet, journal);
      });
    } finally {
      await journal.close();
    }
  } finally {
    await lock.release();
  }
}
