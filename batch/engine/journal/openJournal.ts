import { Journal } from './journal.js';
import { JournalFile } from './journalFile.js';
import type { Lock } from './heldLock.js';
import { readJournal } from './readJournal.js';

/**
 * Opens the journal of a sheet for one service; the file begins with the first fact. Hold its
 * lock: when that is lost, nothing more is sent. A new one is for those who may use the file at
 * `sheet`. Throws an OperatingError when the journal is damaged, and a
 * UsageError when it belongs to another service, unless a person says that it is the same one.
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
