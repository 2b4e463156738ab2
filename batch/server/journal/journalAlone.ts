import type { Journal } from '../../engine/journal/journal.js';
import { followJournal, reopenClaims } from './sentRequests.js';
import { inTransaction } from '../db/transaction.js';
import type { ChangePorts } from '../sheets/changeSheet.js';
import type { NextCommit } from './journalInStore.js';
import { type AddToLog, logIn } from './logIn.js';
import { openStoredJournal } from './openStoredJournal.js';
import { whileAlsoHeld } from '../sheets/sheetLocks.js';

/**
 * Adds facts about a row to the journal of a sheet that was deleted, or whose file was: nothing else is left
 * of it. `alsoLocked` is a second lock, held until the claims are updated. Throws what `change` throws.
 */
export async function changeJournalAlone(
  { store, service, now, locks }: ChangePorts,
  sheet: string,
  row: string,
  change: (journal: Journal, at: string, log: AddToLog) => void | Promise<void>,
  alsoLocked?: string,
): Promise<void> {
  const lock = await locks.take(sheet);
  try {
    const nextCommit: NextCommit = {};
    const journal = await openStoredJournal({ store, service, now, nextCommit }, sheet, lock);
    try {
      const at = new Date(now()).toISOString();
      await whileAlsoHeld(locks, alsoLocked, async () => {
        await change(journal, at, logIn(nextCommit));
        await journal.synced();
        await inTransaction(store, async (tx) => {
          await reopenClaims(tx, sheet, [row], journal, at);
          await followJournal(tx, sheet, journal);
        });
      });
    } finally {
      await journal.close();
    }
  } finally {
    await lock.release();
  }
}
