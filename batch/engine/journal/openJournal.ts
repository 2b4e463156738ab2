import { Journal } from './journal.js';
import { JournalFile } from './journalFile.js';
import type { Lock } from './heldLock.js';
import { readJournal } from './readJournal.js';

/**
 * Opens the journal of a sheet for one service; a new file is created with the first fact. Hold
 * its lock: after the lock is lost, nothing more may be sent. A new journal gets the permissions
 * of the file `sheet`. Throws an OperatingError for a damaged journal, and a UsageError for
 * another service's, unless a person confirmed that the service is the same.
 */
export async function openJournal(
  path: string,
  service: string,
  now: () => number,
  lock?: Pick<Lock, 'lost'>,
  sheet?: string,
  isSameService?: boolean,
): Promise<Journal> {
  const stored = await readJournal(path);
  const store = new JournalFile(path, stored.length, sheet);
  try {
    return new Journal(store, stored, { service, isSameService, now, lock });
  } catch (error) {
    store.close();
    throw error;
  }
}
