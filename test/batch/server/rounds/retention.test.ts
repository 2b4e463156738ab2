import { expect, test } from 'vitest';
import { Retention } from '../../../../batch/server/settings/retention.js';
import { recordRound } from '../../../../batch/server/rounds/roundStore.js';
import { storeSettings } from '../../../../batch/server/settings/settingStore.js';
import { restoreFile, findSheet } from '../../../../batch/server/sheets/sheetStore.js';
import { findPlacesWith, listStoredFiles } from '../storedFile.js';
import { testRounds } from './testRounds.js';

const dayMs = 24 * 60 * 60_000;

async function startServer(retentionDays: number | null) {
  const server = await testRounds();
  await storeSettings(server.services.store, { webhookUrl: null, retentionDays });
  const retention = new Retention(server.services);
  const advanceDays = (days: number) => {
    const later = Date.parse(server.clock.now) + days * dayMs;
    server.clock.now = new Date(later).toISOString();
  };
  const hasFile = async (sheet: string) =>
    (await listStoredFiles(server.services.store)).includes(`${sheet}.csv`);
  return { ...server, store: server.services.store, retention, advanceDays, hasFile };
}

test('after the retention period, the database contains no value of the file or of the inputs, and the results are kept', async () => {
  const { store, addSheet, addRun, retention, advanceDays, hasFile } = await startServer(30);
  const secret = 'Zanzibar';
  const createText = (index: number) => `${secret} ${'x'.repeat((index * 37) % 900)} ${secret}`;
  const sheet = await addSheet(
    Array.from({ length: 3000 }, (_, index) => ({
      destination: secret,
      purpose: secret,
      message: createText(index),
      inputs: { city: createText(index * 7) },
      instead: { destination: secret },
      scores: { overallTrip: 5 },
      previousOverall: 4,
      assessedAt: '2026-12-01T08:00:00.000Z',
    })),
  );
  await addRun(sheet, { operation: 'assess', messages: [secret] });
  await recordRound(store, sheet);
  const rowKey = { sheet, row: 2 };
  await store.db
    .insertInto('problem')
    .values({
      ...rowKey,
      place: 0,
      kind: 'k',
      field: 'f',
      label: 'l',
      cell: 'A2',
      value: secret,
      message: `No ${secret}`,
      remedy: '',
      suggestion: '',
    })
    .execute();
  await store.db
    .insertInto('correction')
    .values({
      ...rowKey,
      id: 'c',
      field: 'f',
      value: secret,
      corrected: `${secret}!`,
      worksheet: '',
      rows: 1,
      made_by: 'ana',
      made_at: '',
    })
    .execute();
  await store.db
    .insertInto('unconfirmed')
    .values({ ...rowKey, key: 'k', reason: '', sent: JSON.stringify({ f: secret }) })
    .execute();
  await store.db
    .insertInto('decision')
    .values({
      ...rowKey,
      id: 'd',
      employee_id: 'E-1',
      assessment_id: 'A2',
      status: 'Manager Approved',
      person_field: 'managerId',
      person: 'S1',
      note: secret,
      made_by: 'ana',
      at: '',
      state: 'recorded',
      message: '',
    })
    .execute();
  await store.db
    .updateTable('sheet')
    .set({
      match: JSON.stringify({ values: { x: secret } }),
      inspection: secret,
      notes: JSON.stringify([{ text: secret }]),
    })
    .execute();
  expect(await findPlacesWith(store, secret)).not.toEqual([]);
  advanceDays(30);
  await retention.deleteDue();
  expect(await hasFile(sheet)).toBe(true);
  expect((await findSheet(store, sheet))?.deletedDataAt).toBeNull();
  advanceDays(0.1);
  await retention.deleteDue();
  expect(await findPlacesWith(store, secret)).toEqual([]);
  expect(await findPlacesWith(store, 'Employee ID,Destination')).toEqual([]);
  expect((await findSheet(store, sheet))?.deletedDataAt).not.toBeNull();
  const row = await store.db
    .selectFrom('row')
    .selectAll()
    .where('number', '=', 2)
    .executeTakeFirst();
  expect(row).toMatchObject({ employee_id: 'E2', assessment_id: 'A2', overall_trip: 5 });
  const decision = await store.db.selectFrom('decision').select(['note', 'person']).execute();
  expect(decision).toEqual([{ note: '', person: 'S1' }]);
});

test('the retention period begins with the last run, the file of an active run is kept, and a paused run is stopped when its file is deleted', async () => {
  const { addSheet, addRun, clock, store, retention, advanceDays, hasFile } = await startServer(30);
  const [finishedSheet, runningSheet, pausedSheet] = [
    await addSheet(),
    await addSheet(),
    await addSheet(),
  ];
  await addRun(runningSheet, { state: 'running', endedAt: null });
  const pausedRun = await addRun(pausedSheet, { state: 'paused', endedAt: null });
  advanceDays(20);
  await addRun(finishedSheet, { endedAt: clock.now });
  advanceDays(20);
  await retention.deleteDue();
  expect(await Promise.all([finishedSheet, runningSheet, pausedSheet].map(hasFile))).toEqual([
    true,
    true,
    false,
  ]);
  // The paused run cannot continue without its file.
  const { state } = await store.db
    .selectFrom('run')
    .select('state')
    .where('id', '=', pausedRun)
    .executeTakeFirstOrThrow();
  expect(state).toBe('stopped');
  advanceDays(11);
  await retention.deleteDue();
  expect(await Promise.all([finishedSheet, runningSheet].map(hasFile))).toEqual([false, true]);
});

test('a round of the schedule without rows to assess begins another retention period', async () => {
  const { addSheet, addRun, retention, advanceDays, hasFile, clock } = await startServer(60);
  const sheet = await addSheet();
  for (let month = 1; month <= 3; month++) {
    advanceDays(31);
    await addRun(sheet, { startedBy: 'the schedule', endedAt: clock.now, rows: 0 });
    await retention.deleteDue();
  }
  expect(await hasFile(sheet)).toBe(true);
  advanceDays(40);
  await addRun(sheet, { startedBy: 'Ana', endedAt: clock.now, rows: 0 });
  advanceDays(21);
  await retention.deleteDue();
  expect(await hasFile(sheet)).toBe(false);
});

test('nothing is deleted if no retention period is set', async () => {
  const { addSheet, retention, advanceDays, hasFile } = await startServer(null);
  const sheet = await addSheet();
  advanceDays(4000);
  await retention.deleteDue();
  expect(await hasFile(sheet)).toBe(true);
});

test('the next deletion finishes an interrupted one, even if no retention period is set', async () => {
  const { store, addSheet, retention, hasFile } = await startServer(null);
  const sheet = await addSheet([{ inputs: { city: 'Zanzibar' } }]);
  await store.db.updateTable('sheet').set({ file: null }).execute();
  await retention.deleteDue();
  expect(await hasFile(sheet)).toBe(false);
  expect(await store.db.selectFrom('row').select('inputs').execute()).toEqual([{ inputs: '{}' }]);
});

test('a file that is uploaded again is kept for another retention period', async () => {
  const { store, addSheet, retention, advanceDays, clock } = await startServer(30);
  const sheet = await addSheet();
  advanceDays(31);
  await retention.deleteDue();
  await restoreFile(store, sheet, `${sheet}.csv`, clock.now);
  await store.db.updateTable('sheet').set({ stage: 'match' }).execute();
  advanceDays(29);
  await retention.deleteDue();
  expect((await findSheet(store, sheet))?.file).not.toBeNull();
  advanceDays(2);
  await retention.deleteDue();
  expect((await findSheet(store, sheet))?.file).toBeNull();
});
