import { Journal } from './journal.js';
import { JournalFile } from './journalFile.js';
import type { Lock } from './heldLock.js';
import { readJournal } from './readJournal.js';

/**
 * Opens the journal of a sheet for one service; the file begins with the first fact. Hold its
 * lock: when that is lost, nothing more is sent. A new journal gets the access rights of the file at
 * `sheet`. Throws an OperatingError if the journal is damaged, and a UsageError if it belongs to
 * another service, unless a person has confirmed that the service is the same.
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
