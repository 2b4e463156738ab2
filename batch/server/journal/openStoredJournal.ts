import { hashJournalSalt } from '../../engine/identity/reference.js';
import type { JournalStore, Lock } from '../../engine/journal/journalStore.js';
import { Journal } from '../../engine/journal/journal.js';
import { readFormerServices } from '../settings/folderService.js';
import { JournalInStore, type NextCommit, readStoredJournal } from './journalInStore.js';
import type { Store } from '../db/store.js';
import { randomBytes } from 'node:crypto';
import { readNamedSetting } from '../settings/settingStore.js';

interface StoredJournalPorts {
  readonly store: Store;
  readonly service: { readonly name: string };
  readonly now: () => number;
  readonly nextCommit?: NextCommit | undefined;
}

/** The caller must hold the lock. A read-only journal needs no lock, and does not store appended facts. */
export async function openStoredJournal(
  { store, service, now, nextCommit }: StoredJournalPorts,
  owner: string,
  lock?: Lock,
  isReadOnly = false,
): Promise<Journal> {
  const { stored, last } = await readStoredJournal(store, owner);
  const journalStore = isReadOnly
    ? new ReadOnlyJournalStore(owner)
    : new JournalInStore(store, owner, last, nextCommit);
  const salt = await readJournalSalt(store);
  return new Journal(journalStore, stored, {
    service: service.name,
    alsoKnownAs: await readFormerServices(store),
    now,
    lock,
    salt,
    // All journals of the store have the same salt.
    referenceHash: hashJournalSalt(`${salt} ${owner}`),
  });
}

class ReadOnlyJournalStore implements JournalStore {
  readonly path: string;
  readonly isEmpty = false;
  readonly isBegun = true;

  constructor(path: string) {
    this.path = path;
  }

  begin(): void {
    // Nothing is written.
  }

  assertInPlace(): void {
    // Nothing is written.
  }

  append(): void {
    // Nothing is written.
  }

  nextTurn(): Promise<void> {
    return Promise.resolve();
  }

  sync(): Promise<void> {
    return Promise.resolve();
  }

  close(): void {
    // There is nothing to close.
  }
}

const settingName = 'journal_salt';

/** With one salt, the same row has the same key in two sheets, so that it is not sent twice. */
export async function readJournalSalt(store: Pick<Store, 'db'>): Promise<string> {
  const known = await readNamedSetting(store, settingName);
  if (typeof known === 'string') return known;
  const value = JSON.stringify(randomBytes(16).toString('base64url'));
  await store.db
    .insertInto('setting')
    .values({ name: settingName, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  // Another process may have stored its salt first.
  return readJournalSalt(store);
}
