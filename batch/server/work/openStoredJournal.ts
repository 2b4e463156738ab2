import type { Lock } from '../../engine/journal/heldLock.js';
import { Journal } from '../../engine/journal/journal.js';
import { formerServices } from '../store/folderService.js';
import { JournalInStore, readJournalOf } from '../store/journalInStore.js';
import { journalSalt } from '../store/journalSalt.js';
import type { SheetRunPorts } from './sheetRun.js';

/** The journal of an owner, to append to. Whoever opens it holds its lock, or works on it {@link inTurn}. */
export async function openStoredJournal(
  { store, service, now }: Pick<SheetRunPorts, 'store' | 'service' | 'now'>,
  owner: string,
  lock?: Lock,
): Promise<Journal> {
  const { stored, last } = await readJournalOf(store, owner);
  const kept = new JournalInStore(store, owner, last);
  return new Journal(kept, stored, {
    service: service.name,
    alsoKnownAs: formerServices(store),
    now,
    lock,
    salt: journalSalt(store),
  });
}
