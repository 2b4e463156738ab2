import { setImmediate as waitOneTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { deleteSheet } from '../../../../batch/server/sheets/deleteSheet.js';
import { findLatestRun } from '../../../../batch/server/runs/latestRun.js';
import { endRun, queueRun } from '../../../../batch/server/runs/runStore.js';
import { setInspection } from '../../../../batch/server/sheets/matchStore.js';
import { replaceReading } from '../../../../batch/server/sheets/replaceReading.js';
import { listUnconfirmed } from '../../../../batch/server/results/unconfirmedStore.js';
import {
  addDecisions,
  endDecisions,
  listDecisions,
} from '../../../../batch/server/decisions/decisionStore.js';
import { sendDecisions } from '../../../../batch/server/decisions/sendDecisions.js';
import { settleRow } from '../../../../batch/server/results/settleRow.js';
import { headings, hireRow } from '../../run/testRun.js';
import { runSheet, testResults, testStore, storeSheet } from '../results/testStore.js';
import { testSheets } from './testSheets.js';
import { entryBy } from '../entryBy.js';
import { endClaims } from '../../../../batch/server/journal/sentRequests.js';
import { addCsvSheet, claimRow, unsentRow, writeRows } from '../storedRows.js';
import { ageRequests } from '../ageRequests.js';

const at = '2026-12-01T08:00:00Z';
const csv = [headings, hireRow('E-1'), hireRow('E-2'), ''].join('\r\n');

test('a run that starts while its sheet is being deleted is stopped', async () => {
  const { store, ask, hooks, upload } = await testSheets();
  const { id } = await upload('hires.csv', csv);
  const start = async () =>
    (await queueRun(store, id, { operation: 'assess' }, { by: 'ada', at })).run;
  const firstRun = await start();
  const stoppedRuns: string[] = [];
  hooks.halt = async (run) => {
    stoppedRuns.push(run);
    await endRun(store, run, 'stopped', { at, messages: [] });
    // Another member presses "Assess" before the deletion continues.
    if (run === firstRun.id) await start();
  };
  expect((await ask('DELETE', `/api/sheets/${id}`)).status).toBe(204);
  expect(stoppedRuns).toHaveLength(2);
});

test('a sheet whose run cannot be stopped is not deleted', async () => {
  const { store, ask, hooks, upload } = await testSheets();
  const { id } = await upload('hires.csv', csv);
  await queueRun(store, id, { operation: 'assess' }, { by: 'ada', at });
  hooks.halt = () => Promise.resolve();
  expect((await ask('DELETE', `/api/sheets/${id}`)).status).toBe(409);
  expect((await findLatestRun(store, id))?.state).toBe('queued');
});

test('a sheet is deleted only after somebody has answered for its rows without an answer', async () => {
  const { store, ask, upload } = await testSheets();
  const { id } = await upload('hires.csv', csv);
  const claim = { owner: id, row: 'key', employee: 'E-1' };
  await claimRow(store, claim, at);
  const row = { sheet: id, key: 'key', row: 2, sent_at: at, reason: '', sent: '{}' };
  await store.db.insertInto('unconfirmed').values(row).execute();
  const refused = await ask('DELETE', `/api/sheets/${id}`);
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain('1 row has no answer yet.');

  await endClaims(store, [{ ...claim, answer: { assessmentId: 'A-1' } }]);
  expect((await ask('DELETE', `/api/sheets/${id}`)).status).toBe(204);
});

test('a sheet without its file can be deleted even if a row has no answer', async () => {
  const { store, ask, upload } = await testSheets();
  const { id } = await upload('hires.csv', csv);
  await claimRow(store, { owner: id, row: 'key' }, at);
  const row = { sheet: id, key: 'key', row: 2, sent_at: at, reason: '', sent: '{}' };
  await store.db.insertInto('unconfirmed').values(row).execute();
  await store.db.updateTable('sheet').set({ file: null }).where('id', '=', id).execute();
  expect((await ask('DELETE', `/api/sheets/${id}`)).status).toBe(204);
});

test('a reading and a matching are not stored after their sheet was deleted', async () => {
  const { store, upload } = await testSheets();
  const { id } = await upload('hires.csv', csv);
  let isFinished = false;
  await deleteSheet(store, id, at);
  await replaceReading(store, id, [{ rows: [unsentRow], problems: [] }], () => {
    isFinished = true;
    return Promise.resolve();
  });
  await setInspection(store, id, {} as never);
  expect(isFinished).toBe(false);
  const rows = await store.db.selectFrom('row').selectAll().where('sheet', '=', id).execute();
  expect(rows).toEqual([]);
  const left = await store.db
    .selectFrom('sheet')
    .select('inspection')
    .where('id', '=', id)
    .executeTakeFirst();
  expect(left).toEqual({ inspection: null });
});

test('a settlement and a decision store nothing after their sheet was deleted', async () => {
  const fixture = await testResults();
  const fault = { operation: 'rwa_create', fault: 'status-500-after-commit' };
  await fixture.sandbox.control('POST faults', { ...fault, match: { employeeId: 'E-1' } });
  const sheet = await storeSheet(fixture, 'hires.csv', csv);
  await runSheet(fixture, sheet);
  const { store } = fixture.ports;
  const tables = ['row', 'unconfirmed', 'past_assessment', 'decision'] as const;
  const count = async (table: (typeof tables)[number]) =>
    (await store.db.selectFrom(table).select('sheet').where('sheet', '=', sheet).execute()).length;
  const [{ key } = { key: '' }] = await listUnconfirmed(store, sheet);
  expect(key).not.toBe('');
  await ageRequests(fixture.store);
  const settling = settleRow(fixture.ports, sheet, key, { exists: false });
  // On a busy machine, the settlement finds the sheet only after its deletion.
  const ending = settling.then(() => 'resolved', String);
  await waitOneTurn();
  await deleteSheet(store, sheet, at);
  expect(await ending).toMatch(/^resolved$|There is no such sheet/);
  const decision = { row: 3, assessmentId: 'a1', status: 'Rejected', managerId: 'M-1' } as const;
  await expect(sendDecisions(fixture.ports, sheet, [decision], entryBy('ada'))).rejects.toThrow(
    'There is no such sheet',
  );
  for (const table of tables) expect(await count(table), table).toBe(0);
});

async function decideInOldSheet() {
  const store = await testStore();
  await addCsvSheet(store, 'old');
  await addCsvSheet(store, 'new');
  const assessed = { ...unsentRow, status: 'Scored', assessmentId: 'a1' } as const;
  await writeRows(store, 'old', [assessed]);
  const made = { assessmentId: 'a1', person: 'M-1', personField: 'managerId', by: 'ada', at };
  await addDecisions(store, [
    { id: 'first', sheet: 'old', row: 2, status: 'Manager Approved', note: 'Fine.', ...made },
  ]);
  await endDecisions(store, [{ id: 'first', state: 'recorded', message: '' }]);
  const list = (assessmentId: string) =>
    listDecisions(store, 'new', { row: 7, employeeId: 'E-1', assessmentId });
  return { store, assessed: { ...assessed, number: 7 }, list };
}

test.each(['row', 'past_assessment'] as const)(
  'a decision stays until no sheet shows its assessment (%s)',
  async (table) => {
    const { store, assessed, list } = await decideInOldSheet();
    const assessmentId = table === 'row' ? 'a1' : 'a2';
    await writeRows(store, 'new', [{ ...assessed, assessmentId }]);
    if (table === 'past_assessment') {
      const past = { sheet: 'new', row: 7, round: 1, assessment_id: 'a1', scores: '{}' };
      await store.db.insertInto(table).values(past).execute();
    }
    const before = await list(assessmentId);
    await deleteSheet(store, 'old', at);
    expect(await list(assessmentId)).toEqual(before);
    expect(before).toMatchObject([{ status: 'Manager Approved', note: 'Fine.', by: 'ada' }]);
    await deleteSheet(store, 'new', at);
    expect(await store.db.selectFrom('decision').selectAll().execute()).toEqual([]);
  },
);

test('a decision loses its note in a sheet whose retention time is over', async () => {
  const { store, assessed, list } = await decideInOldSheet();
  await writeRows(store, 'new', [assessed]);
  await store.db
    .updateTable('sheet')
    .set({ deleted_data_at: at })
    .where('id', '=', 'new')
    .execute();
  await deleteSheet(store, 'old', at);
  expect(await list('a1')).toMatchObject([{ status: 'Manager Approved', note: '' }]);
});
