import { expect, test } from 'vitest';
import { Retention } from '../../../../batch/server/jobs/retention.js';
import { recordRound } from '../../../../batch/server/store/roundStore.js';
import { storeSettings } from '../../../../batch/server/store/settingStore.js';
import { restoreFile, sheetOf } from '../../../../batch/server/store/sheetStore.js';
import { placesWith, storedFiles } from '../storedFile.js';
import { againOfTest } from './againOfTest.js';

const day = 24 * 60 * 60_000;

function kept(retentionDays: number | null, server = againOfTest()) {
  storeSettings(server.services.store, { webhookUrl: null, retentionDays });
  const retention = new Retention(server.services);
  const sleep = (days: number) => {
    const later = Date.parse(server.clock.now) + days * day;
    server.clock.now = new Date(later).toISOString();
  };
  const hasFile = (sheet: string) => storedFiles(server.services.store).includes(`${sheet}.csv`);
  return { ...server, store: server.services.store, retention, sleep, hasFile };
}

test('after the days that were set, no byte of the file and the inputs is left; results are', async () => {
  const { store, addSheet, addRun, retention, sleep, hasFile } = kept(30);
  const secret = 'Zanzibar';
  const texts = (index: number) => `${secret} ${'x'.repeat((index * 37) % 900)} ${secret}`;
  const sheet = addSheet(
    Array.from({ length: 3000 }, (_, index) => ({
      ...{ destination: secret, purpose: secret, message: texts(index) },
      ...{ inputs: { city: texts(index * 7) }, instead: { destination: secret } },
      ...{ scores: { overallTrip: 5 }, previousOverall: 4, assessedAt: '2026-12-01T08:00:00.000Z' },
    })),
  );
  addRun(sheet, { operation: 'assess', said: [secret] });
  recordRound(store, sheet);
  store.db.exec(`
    INSERT INTO problem VALUES ('${sheet}', 2, 0, 'k', 'f', 'l', 'A2', '${secret}', 'No ${secret}', '', '');
    INSERT INTO correction VALUES ('c', '${sheet}', 'f', '${secret}', '${secret}!', 2, 1, 'ana', '');
    INSERT INTO unconfirmed (sheet, key, row, sent_at, reason, sent) VALUES ('${sheet}', 'k', 2, NULL, '', '{"f":"${secret}"}');
    INSERT INTO decision
      (id, sheet, row, assessment_id, status, person_field, person, note, made_by, at, state, said) VALUES
      ('d', '${sheet}', 2, 'A2', 'Approved', 'managerId', 'S1', '${secret}', 'ana', '', 'recorded', '');
    UPDATE sheet SET match = '{"values":{"x":"${secret}"}}', inspection = '${secret}', notes = '["${secret}"]';
  `);
  expect(placesWith(store, secret)).not.toEqual([]);
  sleep(30);
  await retention.check();
  expect([hasFile(sheet), sheetOf(store, sheet)?.deletedDataAt]).toEqual([true, null]);
  sleep(0.1);
  await retention.check();
  expect(placesWith(store, secret)).toEqual([]);
  expect(placesWith(store, 'Employee ID,Destination')).toEqual([]);
  expect(sheetOf(store, sheet)?.deletedDataAt).not.toBeNull();
  const row = store.db.prepare('SELECT * FROM row WHERE number = 2').get();
  expect(row).toMatchObject({ employee_id: 'E2', assessment_id: 'A2', overall_trip: 5 });
  expect(store.db.prepare('SELECT note, person FROM decision').get()).toEqual({
    ...{ note: '', person: 'S1' },
  });
});

test('the days count from the last run; a run that is under way keeps everything', async () => {
  const { addSheet, addRun, clock, store, retention, sleep, hasFile } = kept(30);
  const [ran, isRunning, paused] = [addSheet(), addSheet(), addSheet()];
  addRun(isRunning, { state: 'running', endedAt: null });
  const pausedRun = addRun(paused, { state: 'paused', endedAt: null });
  sleep(20);
  addRun(ran, { endedAt: clock.now });
  sleep(20);
  await retention.check();
  expect([ran, isRunning, paused].map(hasFile)).toEqual([true, true, false]);
  // It can never go on.
  expect(store.db.prepare('SELECT state FROM run WHERE id = ?').get(pausedRun)).toEqual({
    state: 'stopped',
  });
  sleep(11);
  await retention.check();
  expect([ran, isRunning].map(hasFile)).toEqual([false, true]);
});

test('nothing is deleted unless days were set', async () => {
  const { addSheet, retention, sleep, hasFile } = kept(null);
  const sheet = addSheet();
  sleep(4000);
  await retention.check();
  expect(hasFile(sheet)).toBe(true);
});

test('a deletion that was cut short is finished at the next start', async () => {
  const { store, addSheet, retention, hasFile } = kept(null);
  const sheet = addSheet([{ inputs: { city: 'Zanzibar' } }]);
  store.db.prepare('UPDATE sheet SET file = NULL').run();
  await retention.check();
  expect(hasFile(sheet)).toBe(false);
  expect(store.db.prepare('SELECT inputs FROM row').get()).toEqual({ inputs: '{}' });
});

test('a file that is uploaded again is kept as long as a new one', async () => {
  const { store, addSheet, retention, sleep, clock } = kept(30);
  const sheet = addSheet();
  sleep(31);
  await retention.check();
  restoreFile(store, sheet, `${sheet}.csv`, clock.now);
  store.db.prepare("UPDATE sheet SET stage = 'match'").run();
  sleep(29);
  await retention.check();
  expect(sheetOf(store, sheet)?.file).not.toBeNull();
  sleep(2);
  await retention.check();
  expect(sheetOf(store, sheet)?.file).toBeNull();
});
