import { expect, test } from 'vitest';
import { deleteSheet } from '../../../../batch/server/sheets/deleteSheet.js';
import { addCorrections } from '../../../../batch/server/sheets/correctionStore.js';
import { readStoredJournal } from '../../../../batch/server/journal/journalInStore.js';
import { listUnconfirmed } from '../../../../batch/server/results/unconfirmedStore.js';
import { testSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { disownAssessment } from '../../../../batch/server/results/markRow.js';
import { settleRow } from '../../../../batch/server/results/settleRow.js';
import { SheetLocks } from '../../../../batch/server/sheets/sheetLocks.js';
import type { StartRun } from '../../../../batch/server/contract/shapes.js';
import { headings, hireRow } from '../../run/testRun.js';
import { addReadSheet } from './testSheet.js';
import { testService, TestWork } from './testWork.js';
import { entryBy } from '../entryBy.js';
import { ageRequests } from '../ageRequests.js';

/** Assesses the same row in two sheets, and then corrects its destination in the second. */
async function sameRowInTwoSheets() {
  const sandbox = await testSandbox();
  const server = await TestWork.open(sandbox);
  const run = async (sheet: string, operation: 'assess' | 'reassess') => {
    // A round assesses a row whose result is in no file only if its number is given.
    const rows = operation === 'reassess' ? { rows: '2' } : {};
    await server.start(sheet, { operation, ...rows });
    await server.until(sheet, 'ended');
    return (await server.rows(sheet, 1))[0];
  };
  const one = await server.addSheet(['E-1']);
  const other = await server.addSheet(['E-1'], '\r\n');
  const first = await run(one, 'assess');
  expect(await run(other, 'assess')).toMatchObject({ assessmentId: first?.assessmentId });
  const correction = { field: 'destination', value: 'Portugal', to: 'Spain', row: 2 };
  await addCorrections(server.store, other, [correction], {
    by: 'me',
    at: new Date().toISOString(),
  });
  const made = async () => (await sandbox.ledger()).assessments;
  return { sandbox, one, other, run, made };
}

test('a row that another sheet has sent is not sent after its inputs were corrected', async () => {
  const { other, run, made } = await sameRowInTwoSheets();
  expect(await run(other, 'assess')).toMatchObject({
    status: 'Invalid',
    message: expect.stringContaining('no row of the sheet has its inputs now') as string,
  });
  expect(await made()).toHaveLength(1);
});

test('scores that another sheet has read before keep their time', async () => {
  const server = await TestWork.open(await testSandbox());
  const run = async (sheet: string) => {
    await server.start(sheet);
    await server.until(sheet, 'ended');
    return (await server.rows(sheet, 1))[0];
  };
  const first = await run(await server.addSheet(['E-1']));
  const other = await run(await server.addSheet(['E-1'], '\r\n'));
  expect(other).toMatchObject({ status: 'Scored', assessmentId: first?.assessmentId });
  expect(other?.assessedAt).toBe(first?.assessedAt);
});

test('a row does not get the scores of a reassessment with other inputs from another sheet', async () => {
  const { one, other, run, made } = await sameRowInTwoSheets();
  const again = await run(one, 'reassess');
  const corrected = await run(other, 'reassess');
  expect(corrected?.status).toBe('Scored');
  const destinations = new Map((await made()).map((each) => [each.assessmentId, each.destination]));
  expect(destinations.get(again?.assessmentId)).toBe('Portugal');
  expect(destinations.get(corrected?.assessmentId)).toBe('Spain');
});

test('a row is not reassessed with other inputs while another sheet waits for its answer', async () => {
  const { sandbox, one, other, run, made } = await sameRowInTwoSheets();
  const fault = { operation: 'rwa_create', fault: 'reset-after-commit', times: 1 };
  await sandbox.control('POST faults', fault);
  expect(await run(one, 'reassess')).toMatchObject({ status: 'Unconfirmed' });
  expect(await run(other, 'reassess')).toMatchObject({
    message: expect.stringContaining('Open the sheet') as string,
  });
  expect(await made()).toHaveLength(2);
});

/** Adds a sheet with E-1. `withManagers` adds a sheet with the same employee and Manager IDs. */
async function sheetWithoutManagers() {
  const sandbox = await testSandbox();
  const server = await TestWork.open(sandbox);
  const one = await server.addSheet(['E-1']);
  const withManagers = async (id: string, ...managers: readonly string[]) => {
    const lines = managers.map((manager) => `${hireRow('E-1')},${manager}`);
    await addReadSheet(server.ports, id, [...lines, ''], `${headings},Manager ID`);
    return id;
  };
  const run = async (sheet: string, order?: StartRun) => {
    await server.start(sheet, order);
    await server.until(sheet, 'ended');
    return (await server.rows(sheet, 1))[0];
  };
  const created = async () => (await sandbox.ledger()).commits.rwa_create;
  return { sandbox, server, one, withManagers, run, created };
}

test('a row that another sheet has sent is not sent again with a Manager ID', async () => {
  const { server, one, withManagers, run, created } = await sheetWithoutManagers();
  const first = await run(one);
  const other = await withManagers('other', 'M-1');
  expect(await server.work.plan(other, { operation: 'assess' })).toMatchObject({ rowsToSend: 0 });
  expect(await run(other)).toMatchObject({ status: 'Scored', assessmentId: first?.assessmentId });
  expect(await created()).toBe(1);
  // The same applies to a round that the first sheet has assessed.
  const again = await run(one, { operation: 'reassess' });
  expect(again?.assessmentId).not.toBe(first?.assessmentId);
  expect(await run(other, { operation: 'reassess' })).toMatchObject({
    assessmentId: again?.assessmentId,
  });
  expect(await created()).toBe(2);
});

test('two rows that differ only in the Manager ID are the row of another sheet and a duplicate', async () => {
  const { server, one, withManagers, run, created } = await sheetWithoutManagers();
  await run(one);
  const other = await withManagers('other', 'M-1', '');
  await run(other);
  expect(await server.statuses(other, 2)).toEqual(['Scored', 'Duplicate']);
  expect(await created()).toBe(1);
});

test('a row with a Manager ID waits for the same row without one that another run is sending', async () => {
  const { sandbox, server, one, withManagers, run, created } = await sheetWithoutManagers();
  await sandbox.control('POST faults', { operation: 'rwa_create', fault: 'slow', times: 1 });
  const other = await withManagers('other', 'M-1');
  await server.start(one);
  await expect.poll(async () => (await sandbox.ledger()).requests.rwa_create).toBe(1);
  await server.start(other);
  await server.until(one, 'ended');
  await server.until(other, 'ended');
  expect(await created()).toBe(1);
  await run(other);
  expect(await server.rows(other, 1)).toMatchObject([
    { status: 'Scored', assessmentId: (await server.rows(one, 1))[0]?.assessmentId },
  ]);
  expect(await created()).toBe(1);
});

/** Adds a sheet with E-1 and a Manager ID, and one without a Manager ID. */
async function sheetWithManagerFirst() {
  const sheets = await sheetWithoutManagers();
  return { ...sheets, withManager: await sheets.withManagers('with', 'M-1') };
}

test('a row that another sheet has sent with a Manager ID is not sent again without one', async () => {
  const { server, one, withManager, run, created } = await sheetWithManagerFirst();
  const first = await run(withManager);
  const plan = await server.work.plan(one, { operation: 'assess' });
  expect(plan).toMatchObject({ rowsToSend: 0, rowsToFetch: 1 });
  expect(plan.messages[0]).toContain('1 row was assessed from another sheet');
  expect(await run(one)).toMatchObject({ status: 'Scored', assessmentId: first?.assessmentId });
  expect(await run(one)).toMatchObject({ status: 'Scored', assessmentId: first?.assessmentId });
  // The same applies to a round that the first sheet has assessed.
  const again = await run(withManager, { operation: 'reassess' });
  expect(again?.assessmentId).not.toBe(first?.assessmentId);
  expect(await run(one, { operation: 'reassess', rows: '2' })).toMatchObject({
    assessmentId: again?.assessmentId,
  });
  expect(await created()).toBe(2);
});

test('a row with another Manager ID than in the other sheet is sent', async () => {
  const { withManager, withManagers, run, created } = await sheetWithManagerFirst();
  const first = await run(withManager);
  const other = await run(await withManagers('other', 'M-2'));
  expect(other?.status).toBe('Scored');
  expect(other?.assessmentId).not.toBe(first?.assessmentId);
  expect(await created()).toBe(2);
});

test('a row without a Manager ID waits for the same row with one that another run is sending', async () => {
  const { sandbox, server, one, withManager, run, created } = await sheetWithManagerFirst();
  await sandbox.control('POST faults', { operation: 'rwa_create', fault: 'slow', times: 1 });
  await server.start(withManager);
  await expect.poll(async () => (await sandbox.ledger()).requests.rwa_create).toBe(1);
  await server.start(one);
  await server.until(withManager, 'ended');
  await server.until(one, 'ended');
  expect(await created()).toBe(1);
  const sent = (await server.rows(withManager, 1))[0];
  expect(await run(one)).toMatchObject({ status: 'Scored', assessmentId: sent?.assessmentId });
  expect(await created()).toBe(1);
});

test('a row without a Manager ID is sent once after the service did not create the one with it', async () => {
  const { sandbox, server, one, withManager, run, created } = await sheetWithManagerFirst();
  await sandbox.loseAnswer('E-1', 'reset-before-commit');
  expect(await run(withManager)).toMatchObject({ status: 'Unconfirmed' });
  expect(await run(one)).toMatchObject({ status: 'Unconfirmed' });
  const key = (await listUnconfirmed(server.store, one))[0]?.key ?? '';
  await ageRequests(server.store);
  await server.work.settle(one, key, { exists: false }, entryBy('me'));
  expect(await run(one)).toMatchObject({ status: 'Scored' });
  const sent = (await server.rows(one, 1))[0];
  expect(await run(withManager)).toMatchObject({ assessmentId: sent?.assessmentId });
  expect(await created()).toBe(1);
});

/**
 * Runs two sheets with the same rows. The answer for one row is lost, so it is unconfirmed in both.
 */
async function unconfirmedInTwoSheets(fault = 'reset-after-commit') {
  const sandbox = await testSandbox();
  await sandbox.loseAnswer('E-2', fault);
  const server = await TestWork.open(sandbox);
  const run = async (sheet: string) => {
    await server.start(sheet);
    await server.until(sheet, 'ended');
  };
  const one = await server.addSheet(['E-1', 'E-2']);
  const other = await server.addSheet(['E-1', 'E-2'], '\r\n');
  await run(one);
  await run(other);
  const keyIn = async (sheet: string) => (await listUnconfirmed(server.store, sheet))[0]?.key ?? '';
  const statuses = () => Promise.all([server.statuses(one, 2), server.statuses(other, 2)]);
  expect(await statuses()).toEqual([
    ['Scored', 'Unconfirmed'],
    ['Scored', 'Unconfirmed'],
  ]);
  const ledger = () => sandbox.ledger();
  const findId = async (wanted: string) => {
    const made = (await ledger()).assessments.find(({ employeeId }) => employeeId === wanted);
    return made?.assessmentId as string;
  };
  server.changes.length = 0;
  return { sandbox, server, one, other, run, keyIn, statuses, ledger, findId };
}

test('a row that is settled in the sheet that has sent it gets its status and scores in the other sheet too', async () => {
  const { server, one, other, run, keyIn, statuses, ledger, findId } =
    await unconfirmedInTwoSheets();
  const assessmentId = await findId('E-2');
  await server.work.settle(one, await keyIn(one), { exists: true, assessmentId }, entryBy('me'));
  expect(await statuses()).toEqual([
    ['Scored', 'Pending'],
    ['Scored', 'Pending'],
  ]);
  expect(server.changes).toContainEqual({ type: 'rows', sheet: other, rows: [3] });
  expect(await listUnconfirmed(server.store, other)).toEqual([]);
  await run(one);
  await expect.poll(() => server.statuses(other, 2)).toEqual(['Scored', 'Scored']);
  expect((await server.rows(other, 2))[1]).toMatchObject({
    assessmentId,
    overall: (await server.rows(one, 2))[1]?.overall,
  });
  expect((await ledger()).commits.rwa_create).toBe(2);
});

test('a row without an assessment is sent again by only one of the two sheets', async () => {
  const { server, one, other, run, keyIn, statuses, ledger } =
    await unconfirmedInTwoSheets('reset-before-commit');
  await ageRequests(server.store);
  await server.work.settle(one, await keyIn(one), { exists: false }, entryBy('me'));
  expect(await statuses()).toEqual([
    ['Scored', 'Not sent'],
    ['Scored', 'Not sent'],
  ]);
  await Promise.all([run(one), run(other)]);
  await expect.poll(statuses).toEqual([
    ['Scored', 'Scored'],
    ['Scored', 'Scored'],
  ]);
  expect((await ledger()).commits.rwa_create).toBe(2);
});

test('an answer about a row that the other sheet has sent applies to both sheets', async () => {
  const { server, other, keyIn, statuses, findId } = await unconfirmedInTwoSheets();
  const answer = { exists: true, assessmentId: await findId('E-2') };
  const wrong = { exists: true, assessmentId: await findId('E-1') };
  await expect(server.work.settle(other, await keyIn(other), wrong, entryBy('me'))).rejects.toThrow(
    'belongs to',
  );
  await server.work.settle(other, await keyIn(other), answer, entryBy('me'));
  expect(await statuses()).toEqual([
    ['Scored', 'Pending'],
    ['Scored', 'Pending'],
  ]);
});

test('an answer about a row applies after the sheet that has sent it was deleted', async () => {
  const { server, one, other, run, keyIn, ledger } =
    await unconfirmedInTwoSheets('reset-before-commit');
  await deleteSheet(server.store, one, new Date().toISOString());
  await ageRequests(server.store);
  await server.work.settle(other, await keyIn(other), { exists: false }, entryBy('me'));
  expect(await server.statuses(other, 2)).toEqual(['Scored', 'Not sent']);
  await run(other);
  expect(await server.statuses(other, 2)).toEqual(['Scored', 'Scored']);
  expect((await ledger()).commits.rwa_create).toBe(2);
});

test.each([false, true])(
  'a wrong ID cannot be withdrawn within a minute of the request (its sheet is deleted: %s)',
  async (isDeleted) => {
    const { server, one, other, run, keyIn, ledger } =
      await unconfirmedInTwoSheets('reset-before-commit');
    const key = await keyIn(other);
    const typed = { exists: true, assessmentId: 'mistyped-1' };
    await server.work.settle(one, await keyIn(one), typed, entryBy('me'));
    if (isDeleted) await deleteSheet(server.store, one, new Date().toISOString());
    const withdrawn = { exists: false, insteadOf: 'mistyped-1' };
    const withdraw = () => server.work.settle(other, key, withdrawn, entryBy('me'));
    await expect(withdraw()).rejects.toThrow('may still arrive');
    await ageRequests(server.store);
    await withdraw();
    await expect.poll(() => server.statuses(other, 2)).toEqual(['Scored', 'Not sent']);
    await run(other);
    expect(await server.statuses(other, 2)).toEqual(['Scored', 'Scored']);
    expect((await ledger()).commits.rwa_create).toBe(2);
  },
);

test('after a restart, a row gets the outcome that its sheet has missed, even a rejection', async () => {
  const { sandbox, server, one, other, keyIn, statuses } =
    await unconfirmedInTwoSheets('reset-before-commit');
  // The process ends before the other sheet has the answer.
  const { store } = server;
  const ports = { store, service: { name: testService, isSandbox: false }, now: Date.now };
  await ageRequests(store);
  await settleRow({ ...ports, locks: new SheetLocks() }, one, await keyIn(one), { exists: false });
  expect((await statuses())[1]).toEqual(['Scored', 'Unconfirmed']);
  await sandbox.control('POST faults', {
    operation: 'rwa_create',
    fault: 'platform-400',
    times: 1,
  });
  await server.close();

  const next = await TestWork.open(sandbox, server.folder);
  await next.start(one);
  await next.until(one, 'ended');
  expect(await next.statuses(one, 2)).toEqual(['Scored', 'Rejected']);
  await expect.poll(() => next.statuses(other, 2)).toEqual(['Scored', 'Rejected']);
  expect((await next.rows(other, 2))[1]?.message).toBe((await next.rows(one, 2))[1]?.message);
});

test.for([
  { what: 'has sent it', isOwner: true },
  { what: 'has not sent it', isOwner: false },
])(
  'an assessment is detached in the sheet that $what while the file of the other sheet is deleted',
  async ({ isOwner }) => {
    const { server, one, other, findId } = await unconfirmedInTwoSheets();
    const { store } = server;
    const [here, there] = isOwner ? ([one, other] as const) : ([other, one] as const);
    const known = async () => (await readStoredJournal(store, there)).stored.known;
    const key = (await known()).findKeyById(await findId('E-1')) ?? '';
    const locks = new SheetLocks();
    const ports = {
      store,
      service: { name: testService, isSandbox: false },
      now: Date.now,
      locks,
    };
    const lock = await locks.take(there);
    const taken = disownAssessment(ports, here, 2);
    await expect.poll(() => server.statuses(here, 1)).toEqual(['Unconfirmed']);
    await store.db.updateTable('sheet').set({ file: null }).where('id', '=', there).execute();
    await lock.release();
    await taken;
    expect((await known()).state(key)?.state).toBe('Unconfirmed');
  },
);
