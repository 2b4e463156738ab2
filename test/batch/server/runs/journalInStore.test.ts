import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { RowFact } from '../../../../batch/engine/journal/facts.js';
import { Journal } from '../../../../batch/engine/journal/journal.js';
import { JournalError } from '../../../../batch/engine/journal/journalStore.js';
import { prepareFolder } from '../../../../batch/server/db/dataFolder.js';
import {
  JournalInStore,
  readStoredJournal,
} from '../../../../batch/server/journal/journalInStore.js';
import { readJournalSalt } from '../../../../batch/server/journal/openStoredJournal.js';
import { SentRequestRegistry } from '../../../../batch/server/journal/sentRequestRegistry.js';
import {
  endClaims,
  updateClaimsFromJournal,
} from '../../../../batch/server/journal/sentRequests.js';
import type { Store } from '../../../../batch/server/db/store.js';
import { testFolder } from '../../testFolder.js';
import { isOnPostgres, openTestStore } from '../openTestStore.js';
import { claimRow } from '../storedRows.js';
import { createRequestFailure } from '../../../serviceMessages.js';

const at = '2026-11-21T10:00:00.000Z';
const createIntentFact = (row: string): RowFact => ({ fact: 'intent', row, attempt: 1, at });
const createCreatedFact = (row: string): RowFact => ({
  fact: 'created',
  row,
  assessmentId: `A-${row}`,
  by: 'answer',
  at,
});

function openStore(): Promise<Store> {
  const folder = testFolder();
  prepareFolder(folder);
  return openTestStore(folder);
}

async function openJournal(store: Store, owner = 'sheet-1', service = 'x'): Promise<Journal> {
  const { stored, last } = await readStoredJournal(store, owner);
  const salt = await readJournalSalt(store);
  return new Journal(new JournalInStore(store, owner, last), stored, {
    service,
    salt,
    now: () => Date.parse(at),
  });
}

test('readers see synced lines while the writer still uses the journal', async () => {
  const store = await openStore();
  const journal = await openJournal(store);
  expect(journal.isNew).toBe(true);
  journal.append(createIntentFact('a'));
  journal.append(createIntentFact('b'));
  await journal.waitForSync();
  journal.append(createCreatedFact('b'));
  await journal.waitForSync();
  const { known } = (await readStoredJournal(await openTestStore(store.folder), 'sheet-1')).stored;
  expect(known.state('a')?.state).toBe('Sent');
  expect(known.state('b')).toMatchObject({ state: 'Pending', assessmentId: 'A-b' });
  expect((await readStoredJournal(store, 'sheet-2')).stored.known.states.size).toBe(0);
  await journal.close();
});

test('hashes are the same in all journals of a server, and differ between servers', async () => {
  const store = await openStore();
  const [first, second] = [await openJournal(store), await openJournal(store, 'sheet-2')];
  expect(first.computeHash('E-1')).toBe(second.computeHash('E-1'));
  expect((await openJournal(await openStore())).computeHash('E-1')).not.toBe(
    first.computeHash('E-1'),
  );
});

test('after a second writer has written to a journal, the first writer can add outcomes, but no intents', async () => {
  const store = await openStore();
  const first = await openJournal(store);
  first.append(createIntentFact('a'));
  await first.waitForSync();
  const second = await openJournal(await openTestStore(store.folder));
  second.append(createIntentFact('b'));
  await second.waitForSync();
  first.append(createIntentFact('c'));
  await expect(first.waitForSync()).rejects.toThrow(JournalError);
  first.append(createCreatedFact('a'));
  await first.waitForWrites();
  first.takeUnwritten();
  expect(() => {
    first.assertUsable();
  }).toThrow(JournalError);
  await first.close();
  const { known } = (await readStoredJournal(store, 'sheet-1')).stored;
  expect(known.state('a')).toMatchObject({ state: 'Pending' });
  expect(known.state('b')?.state).toBe('Sent');
  expect(known.state('c')?.state ?? 'Ready').toBe('Ready');
});

test('a writer cannot begin a journal that another writer has begun in the meantime', async () => {
  const store = await openStore();
  const [first, second] = [await openJournal(store), await openJournal(store)];
  first.append(createIntentFact('a'));
  await first.waitForSync();
  second.append(createIntentFact('b'));
  await expect(second.waitForSync()).rejects.toThrow(JournalError);
});

/** Prevents the database from growing. Returns a function that allows growth again. */
async function fillDisk({ db }: Store): Promise<() => Promise<void>> {
  const setMaxPages = async (pages: number) => {
    await sql.raw(`PRAGMA max_page_count = ${pages}`).execute(db);
  };
  await setMaxPages(1);
  return () => setMaxPages(1_000_000);
}

describe.skipIf(isOnPostgres)('on a full disk', () => {
  const reason = createRequestFailure('too long for the pages that are left '.repeat(10_000));
  const longFact: RowFact = { fact: 'unconfirmed', row: 'a', reason, at };

  async function fillDiskUnderJournal() {
    const store = await openStore();
    const journal = await openJournal(store);
    journal.append(createIntentFact('a'));
    await journal.waitForSync();
    return { store, journal, freeDisk: await fillDisk(store) };
  }

  test('an intent that cannot be written causes an error, and an unwritten outcome is reported', async () => {
    const { store, journal } = await fillDiskUnderJournal();
    journal.append(longFact);
    journal.append(createIntentFact('b'));
    await expect(journal.waitForSync()).rejects.toMatchObject({
      reason: { code: 'journalWriteFailed' },
    });
    journal.append({ fact: 'released', row: 'b', reason: 'not_sent', at });
    await journal.waitForWrites();
    expect(journal.takeUnwritten()).toMatchObject({ facts: [longFact] });
    await journal.close();
    const { known } = (await readStoredJournal(store, 'sheet-1')).stored;
    expect(known.state('a')?.state).toBe('Sent');
    expect(known.state('b')).toBeUndefined();
  });

  test('an outcome that could not be written is written with a later fact', async () => {
    const { store, journal, freeDisk } = await fillDiskUnderJournal();
    journal.append(longFact);
    await expect(journal.waitForSync()).rejects.toThrow(JournalError);
    await freeDisk();
    journal.append(createIntentFact('b'));
    await journal.waitForSync();
    await journal.close();
    const { known } = (await readStoredJournal(store, 'sheet-1')).stored;
    expect(known.state('a')?.state).toBe('Unconfirmed');
    expect(known.state('b')?.state).toBe('Sent');
  });
});

test('an intent is synced while outcomes are appended continuously', async () => {
  const store = await openStore();
  const journal = await openJournal(store);
  journal.append(createIntentFact('a'));
  const ended = new AbortController();
  const synced = journal.waitForSync().finally(() => {
    ended.abort();
  });
  for (let appended = 0; appended < 5_000 && !ended.signal.aborted; appended++) {
    journal.append(createCreatedFact(`other ${appended}`));
    await sleep(1);
  }
  expect(ended.signal.aborted).toBe(true);
  await synced;
  await journal.close();
});

test('after a run has died, its claims of unsent rows are released, and its claims of sent rows are kept', async () => {
  const store = await openStore();
  const claim = (owner: string, row: string) => claimRow(store, { owner, row }, at);
  for (const row of ['claimed', 'sent', 'answered']) {
    expect(await claim('sheet-1', row)).toEqual({ kind: 'new' });
    expect(await claim('sheet-2', row)).toMatchObject({ kind: 'others', row: { isDone: false } });
  }
  const journal = await openJournal(store);
  journal.append(createIntentFact('sent'));
  journal.append(createIntentFact('answered'));
  journal.append(createCreatedFact('answered'));
  await journal.waitForSync();
  await updateClaimsFromJournal(
    store,
    'sheet-1',
    (await readStoredJournal(store, 'sheet-1')).stored.known,
  );
  expect(await claim('sheet-2', 'claimed')).toEqual({ kind: 'new' });
  expect(await claim('sheet-2', 'sent')).toMatchObject({ kind: 'others', row: { isDone: false } });
  expect(await claim('sheet-2', 'answered')).toMatchObject({
    kind: 'others',
    row: { isDone: true, assessmentId: 'A-answered' },
  });
});

test('a claim is refused while a row of the same employee in another sheet has no answer', async () => {
  const store = await openStore();
  const claim = (owner: string, row: string, request?: string) =>
    claimRow(store, { owner, row, employee: 'E', request }, at);
  expect(await claim('sheet-1', 'a')).toEqual({ kind: 'new' });
  // Claims of the same sheet do not block each other.
  expect(await claim('sheet-1', 'b')).toEqual({ kind: 'new' });
  expect(await claim('sheet-2', 'c')).toMatchObject({ kind: 'employee', owner: 'sheet-1' });
  // A reassessment and a new row with the same inputs count as the same request.
  expect(await claim('sheet-1', 'after:A-1', 'd')).toEqual({ kind: 'new' });
  expect(await claim('sheet-2', 'd')).toMatchObject({ kind: 'others', owner: 'sheet-1' });
});

test('a claim is refused immediately if an equal request of another sheet has an answer', async () => {
  const store = await openStore();
  const withoutManager = { owner: 'sheet-1', row: 'without' };
  expect(await claimRow(store, withoutManager, at)).toEqual({ kind: 'new' });
  await endClaims(store, [{ ...withoutManager, answer: { assessmentId: 'A-1' } }]);
  const sent = new SentRequestRegistry(store, Date.now, {
    holdsLease: () => Promise.resolve(true),
    // The other run is busy with its next rows.
    isUnderWay: () => Promise.resolve(true),
    findRow: () => Promise.resolve(undefined),
  });
  const claims = sent.createClaimStore('sheet-2', () => undefined);
  expect(await claims.claim('with', { equal: ['without'] })).toBe('employeeUnanswered');
});

test('a row with the key of a request in another sheet is not sent with this key, even after the claim there is released', async () => {
  const store = await openStore();
  const claim = { owner: 'sheet-1', row: 'with', equal: ['without'] };
  const other = { owner: 'sheet-2', row: 'with', hasKeyOfOtherRun: true };
  expect(await claimRow(store, claim, at)).toEqual({ kind: 'new' });
  expect(await claimRow(store, other, at)).toMatchObject({ kind: 'others', owner: 'sheet-1' });
  const ownRequest = { owner: 'sheet-2', row: 'without' };
  expect(await claimRow(store, ownRequest, at)).toMatchObject({ kind: 'employee', sent: 'with' });
  await endClaims(store, [{ owner: 'sheet-1', row: 'with', answer: undefined }]);
  expect(await claimRow(store, other, at)).toMatchObject({ kind: 'employee' });
  expect(await claimRow(store, ownRequest, at)).toEqual({ kind: 'new' });
});
