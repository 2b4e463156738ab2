import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { canRetry, isUniqueViolation } from '../../../../batch/server/db/errors.js';
import { inTransaction } from '../../../../batch/server/db/transaction.js';
import { testFolder } from '../../testFolder.js';
import {
  addSetting,
  incrementSetting,
  openStoreForTest,
  listSettings,
  measureTimerDelay,
} from './openedStores.js';

/** Opens the file a second time, like another process that writes to it. */
function openOtherWriter(folder: string): DatabaseSync {
  const other = new DatabaseSync(join(folder, 'rwa.sqlite'));
  onTestFinished(() => {
    other.close();
  });
  return other;
}

test('a store on SQLite loses no update if concurrent transactions read, wait and write', async () => {
  const folder = testFolder();
  const [store, other] = [await openStoreForTest(folder), await openStoreForTest(folder)];
  await addSetting(store, 'count', '0');
  const increases = Array.from({ length: 20 }, (_, at) =>
    inTransaction(at % 2 === 0 ? store : other, (tx) => incrementSetting(tx, 'count')),
  );
  await Promise.all(increases);
  const found = await other.db.selectFrom('setting').select('value').execute();
  expect(found).toEqual([{ value: '20' }]);
});

test('a store on SQLite rolls a transaction back if its work throws an error', async () => {
  const store = await openStoreForTest(testFolder());
  const work = inTransaction(store, async (tx) => {
    await addSetting(tx, 'a');
    await inTransaction(tx, (same) => addSetting(same, 'b'));
    throw new Error('no');
  });
  await expect(work).rejects.toThrow('no');
  expect(await listSettings(store)).toEqual([]);
});

test('a store on SQLite reads only committed data outside of an open transaction', async () => {
  const store = await openStoreForTest(testFolder());
  await addSetting(store, 'before');
  await inTransaction(store, async (tx) => {
    await addSetting(tx, 'within');
    expect(await listSettings(tx)).toEqual(['before', 'within']);
    expect(await listSettings(store)).toEqual(['before']);
  });
  expect(await listSettings(store)).toEqual(['before', 'within']);
});

test('a store on SQLite waits for another process that writes, without blocking the event loop', async () => {
  const folder = testFolder();
  const store = await openStoreForTest(folder);
  const other = openOtherWriter(folder);
  other.exec('BEGIN IMMEDIATE');
  let isWritten = false;
  const writing = Promise.all([
    addSetting(store, 'a').then(() => {
      isWritten = true;
    }),
    inTransaction(store, (tx) => addSetting(tx, 'b')),
  ]);
  const delayMs = await measureTimerDelay(() => sleep(1_000));
  expect(isWritten).toBe(false);
  expect(delayMs).toBeLessThan(500);
  expect(await listSettings(store)).toEqual([]);
  other.exec('COMMIT');
  await writing;
  expect(await listSettings(store)).toEqual(['a', 'b']);
});

test('a store on SQLite lets timers run during many statements', async () => {
  const store = await openStoreForTest(testFolder());
  const beganMs = performance.now();
  const delayMs = await measureTimerDelay(() =>
    inTransaction(store, async (tx) => {
      for (let at = 0; at < 60_000; at++) await addSetting(tx, `${at}`);
    }),
  );
  expect(delayMs).toBeLessThan((performance.now() - beganMs) / 2);
});

test('a store on SQLite streams a snapshot of the rows, without rows that are written during the stream', async () => {
  const store = await openStoreForTest(testFolder());
  const names = Array.from({ length: 1_200 }, (_, at) => ({ name: `${at}`, value: '' }));
  await store.db.insertInto('setting').values(names).execute();
  let count = 0;
  for await (const { name } of store.db.selectFrom('setting').select('name').stream(500)) {
    count++;
    if (name === '0') await addSetting(store, 'late');
  }
  expect(count).toBe(1_200);
  expect(await listSettings(store)).toContain('late');
});

test('a store on SQLite recognizes a unique violation, which cannot be retried', async () => {
  const store = await openStoreForTest(testFolder());
  await addSetting(store, 'a');
  const duplicate: unknown = await addSetting(store, 'a').catch((error: unknown) => error);
  expect([isUniqueViolation(duplicate), canRetry(duplicate)]).toEqual([true, false]);
  const wrong: unknown = await sql`UPDATE nothing SET a = 1`
    .execute(store.db)
    .catch((error: unknown) => error);
  expect([isUniqueViolation(wrong), canRetry(wrong)]).toEqual([false, false]);
});

test('a store on SQLite uses the settings that keep commits after a power loss and overwrite deleted data', async () => {
  const store = await openStoreForTest(testFolder());
  const pragmas = await inTransaction(store, async ({ db }) => [
    (await sql`PRAGMA journal_mode`.execute(db)).rows,
    (await sql`PRAGMA synchronous`.execute(db)).rows,
    (await sql`PRAGMA secure_delete`.execute(db)).rows,
  ]);
  expect(pragmas).toEqual([
    [{ journal_mode: 'wal' }],
    [{ synchronous: 2 }],
    [{ secure_delete: 1 }],
  ]);
});
