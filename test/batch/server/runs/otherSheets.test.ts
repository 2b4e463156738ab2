import { expect, onTestFinished, test, vi } from 'vitest';
import { DatabaseError } from '../../../../batch/server/db/errors.js';
import { SharedResultSync } from '../../../../batch/server/journal/sharedResultSync.js';
import { deleteSheet } from '../../../../batch/server/sheets/deleteSheet.js';
import { addCorrections } from '../../../../batch/server/sheets/correctionStore.js';
import { readStoredJournal } from '../../../../batch/server/journal/journalInStore.js';
import { listUnconfirmed } from '../../../../batch/server/results/unconfirmedStore.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { disownAssessment } from '../../../../batch/server/results/markRow.js';
import { settleRow } from '../../../../batch/server/results/settleRow.js';
import { SheetLocks } from '../../../../batch/server/sheets/sheetLocks.js';
import type { StartRun } from '../../../../batch/server/contract/shapes.js';
import { headings, hireRow } from '../../run/testRun.js';
import { openTestStore } from '../openTestStore.js';
import { addReadSheet, readFirstRows } from './testSheet.js';
import { testService, TestWork } from './testWork.js';
import { ageRequests } from '../ageRequests.js';

/** Assesses the same row in two sheets, and then corrects its destination in the second sheet. */
async function assessRowInTwoSheets() {
  const sandbox = await startTestSandbox();
  const server = await TestWork.open(sandbox);
  const runSheet = async (sheet: string, operation: 'assess' | 'reassess') => {
    // A round skips a row that was corrected before its result was in a file, unless its number is given.
    const rows = operation === 'reassess' ? { rows: '2' } : {};
    await server.runToEnd(sheet, { operation, ...rows });
    return (await server.rows(sheet, 1))[0];
  };
  const firstSheet = await server.addSheet(['E-1']);
  const otherSheet = await server.addSheet(['E-1'], '\r\n');
  const firstRow = await runSheet(firstSheet, 'assess');
  expect(await runSheet(otherSheet, 'assess')).toMatchObject({
    assessmentId: firstRow?.assessmentId,
  });
  const correction = { field: 'destination', value: 'Portugal', to: 'Spain', row: 2 };
  await addCorrections(server.store, otherSheet, [correction], {
    by: 'me',
    at: new Date().toISOString(),
  });
  const listAssessments = async () => (await sandbox.readLedger()).assessments;
  return { sandbox, firstSheet, otherSheet, runSheet, listAssessments };
}

test('a row that another sheet has sent is not sent again after its inputs were corrected', async () => {
  const { otherSheet, runSheet, listAssessments } = await assessRowInTwoSheets();
  expect(await runSheet(otherSheet, 'assess')).toMatchObject({
    status: 'Invalid',
    message: expect.stringContaining('no row of the sheet has its inputs now') as string,
  });
  expect(await listAssessments()).toHaveLength(1);
});

test('scores that another sheet has fetched keep the time of their assessment', async () => {
  const server = await TestWork.open(await startTestSandbox());
  const runSheet = async (sheet: string) => {
    await server.runToEnd(sheet);
    return (await server.rows(sheet, 1))[0];
  };
  const firstRow = await runSheet(await server.addSheet(['E-1']));
  const otherRow = await runSheet(await server.addSheet(['E-1'], '\r\n'));
  expect(otherRow).toMatchObject({ status: 'Scored', assessmentId: firstRow?.assessmentId });
  expect(otherRow?.assessedAt).toBe(firstRow?.assessedAt);
});

test('a corrected row does not get the scores of a reassessment in another sheet with the old inputs', async () => {
  const { firstSheet, otherSheet, runSheet, listAssessments } = await assessRowInTwoSheets();
  const again = await runSheet(firstSheet, 'reassess');
  const corrected = await runSheet(otherSheet, 'reassess');
  expect(corrected?.status).toBe('Scored');
  const destinations = new Map(
    (await listAssessments()).map(({ assessmentId, destination }) => [assessmentId, destination]),
  );
  expect(destinations.get(again?.assessmentId)).toBe('Portugal');
  expect(destinations.get(corrected?.assessmentId)).toBe('Spain');
});

test('a corrected row is not reassessed while the row is unconfirmed in another sheet', async () => {
  const { sandbox, firstSheet, otherSheet, runSheet, listAssessments } =
    await assessRowInTwoSheets();
  const fault = { operation: 'rwa_create', fault: 'reset-after-commit', times: 1 };
  await sandbox.control('POST faults', fault);
  expect(await runSheet(firstSheet, 'reassess')).toMatchObject({ status: 'Unconfirmed' });
  expect(await runSheet(otherSheet, 'reassess')).toMatchObject({
    message: expect.stringContaining('Open the sheet') as string,
  });
  expect(await listAssessments()).toHaveLength(2);
});

/** Opens a server, and adds a sheet with one row, which has no Manager ID. */
async function addSheetWithoutManager() {
  const sandbox = await startTestSandbox();
  const server = await TestWork.open(sandbox);
  const firstSheet = await server.addSheet(['E-1']);
  const addSheetWithManagers = async (id: string, ...managers: readonly string[]) => {
    const lines = managers.map((manager) => `${hireRow('E-1')},${manager}`);
    await addReadSheet(server.ports, id, [...lines, ''], `${headings},Manager ID`);
    return id;
  };
  const runSheet = async (sheet: string, request?: StartRun) => {
    await server.runToEnd(sheet, request);
    return (await server.rows(sheet, 1))[0];
  };
  return { sandbox, server, firstSheet, addSheetWithManagers, runSheet };
}

test('a row that another sheet has sent without a Manager ID is not sent again with one', async () => {
  const { server, firstSheet, addSheetWithManagers, runSheet } = await addSheetWithoutManager();
  const firstRow = await runSheet(firstSheet);
  const otherSheet = await addSheetWithManagers('other', 'M-1');
  expect(await server.work.plan(otherSheet, { operation: 'assess' })).toMatchObject({
    rowsToSend: 0,
  });
  expect(await runSheet(otherSheet)).toMatchObject({
    status: 'Scored',
    assessmentId: firstRow?.assessmentId,
  });
  expect(await server.countCreates()).toBe(1);
  // A row that the first sheet has reassessed is not sent again either.
  const again = await runSheet(firstSheet, { operation: 'reassess' });
  expect(again?.assessmentId).not.toBe(firstRow?.assessmentId);
  expect(await runSheet(otherSheet, { operation: 'reassess' })).toMatchObject({
    assessmentId: again?.assessmentId,
  });
  expect(await server.countCreates()).toBe(2);
});

test('of two rows that differ only in the Manager ID, one gets the scores of another sheet, and the other is a duplicate', async () => {
  const { server, firstSheet, addSheetWithManagers, runSheet } = await addSheetWithoutManager();
  await runSheet(firstSheet);
  const otherSheet = await addSheetWithManagers('other', 'M-1', '');
  await runSheet(otherSheet);
  expect(await server.statuses(otherSheet, 2)).toEqual(['Scored', 'Duplicate']);
  expect(await server.countCreates()).toBe(1);
});

/** Opens a server, and adds two sheets with the same row: one without a Manager ID, and one with a Manager ID. */
async function addSheetsWithAndWithoutManager() {
  const sheets = await addSheetWithoutManager();
  return { ...sheets, sheetWithManager: await sheets.addSheetWithManagers('with', 'M-1') };
}

test('a row that another sheet has sent with a Manager ID is not sent again without one', async () => {
  const { server, firstSheet, sheetWithManager, runSheet } = await addSheetsWithAndWithoutManager();
  const firstRow = await runSheet(sheetWithManager);
  const plan = await server.work.plan(firstSheet, { operation: 'assess' });
  expect(plan).toMatchObject({ rowsToSend: 0, rowsToFetch: 1 });
  expect(plan.messages[0]).toContain('1 row was assessed from another sheet');
  expect(await runSheet(firstSheet)).toMatchObject({
    status: 'Scored',
    assessmentId: firstRow?.assessmentId,
  });
  expect(await runSheet(firstSheet)).toMatchObject({
    status: 'Scored',
    assessmentId: firstRow?.assessmentId,
  });
  // A row that the sheet with the Manager ID has reassessed is not sent again either.
  const again = await runSheet(sheetWithManager, { operation: 'reassess' });
  expect(again?.assessmentId).not.toBe(firstRow?.assessmentId);
  expect(await runSheet(firstSheet, { operation: 'reassess', rows: '2' })).toMatchObject({
    assessmentId: again?.assessmentId,
  });
  expect(await server.countCreates()).toBe(2);
});

test('a row is sent if its Manager ID differs from the one in another sheet', async () => {
  const { server, sheetWithManager, addSheetWithManagers, runSheet } =
    await addSheetsWithAndWithoutManager();
  const firstRow = await runSheet(sheetWithManager);
  const otherRow = await runSheet(await addSheetWithManagers('other', 'M-2'));
  expect(otherRow?.status).toBe('Scored');
  expect(otherRow?.assessmentId).not.toBe(firstRow?.assessmentId);
  expect(await server.countCreates()).toBe(2);
});

test.each([
  ['with', 'without'],
  ['without', 'with'],
])(
  'a row %s a Manager ID waits while another run sends the same row %s one',
  async (_, sentFirst) => {
    const { sandbox, server, firstSheet, sheetWithManager, runSheet } =
      await addSheetsWithAndWithoutManager();
    const sheets = [sheetWithManager, firstSheet] as const;
    const [sending, waiting] = sentFirst === 'with' ? sheets : ([sheets[1], sheets[0]] as const);
    await sandbox.control('POST faults', { operation: 'rwa_create', fault: 'slow', times: 1 });
    await server.start(sending);
    await expect.poll(async () => (await sandbox.readLedger()).requests.rwa_create).toBe(1);
    await server.start(waiting);
    await server.until(sending, 'ended');
    await server.until(waiting, 'ended');
    expect(await server.countCreates()).toBe(1);
    const [sent] = await server.rows(sending, 1);
    expect(await runSheet(waiting)).toMatchObject({
      status: 'Scored',
      assessmentId: sent?.assessmentId,
    });
    expect(await server.countCreates()).toBe(1);
  },
);

test('after a row with a Manager ID is settled as not created, the same row without one is sent once for both sheets', async () => {
  const { sandbox, server, firstSheet, sheetWithManager, runSheet } =
    await addSheetsWithAndWithoutManager();
  await sandbox.loseAnswer('E-1', 'reset-before-commit');
  expect(await runSheet(sheetWithManager)).toMatchObject({ status: 'Unconfirmed' });
  expect(await runSheet(firstSheet)).toMatchObject({ status: 'Unconfirmed' });
  const key = await server.findUnconfirmedKey(firstSheet);
  await ageRequests(server.store);
  await server.settle(firstSheet, key, { exists: false });
  expect(await runSheet(firstSheet)).toMatchObject({ status: 'Scored' });
  const sent = (await server.rows(firstSheet, 1))[0];
  expect(await runSheet(sheetWithManager)).toMatchObject({ assessmentId: sent?.assessmentId });
  expect(await server.countCreates()).toBe(1);
});

/** Runs two sheets with the same rows. The answer for one row is lost, so the row is unconfirmed in both sheets. */
async function loseAnswerInTwoSheets(fault = 'reset-after-commit') {
  const sandbox = await startTestSandbox();
  await sandbox.loseAnswer('E-2', fault);
  const server = await TestWork.open(sandbox);
  const firstSheet = await server.addSheet(['E-1', 'E-2']);
  const otherSheet = await server.addSheet(['E-1', 'E-2'], '\r\n');
  await server.runToEnd(firstSheet);
  await server.runToEnd(otherSheet);
  const readStatuses = () =>
    Promise.all([server.statuses(firstSheet, 2), server.statuses(otherSheet, 2)]);
  expect(await readStatuses()).toEqual([
    ['Scored', 'Unconfirmed'],
    ['Scored', 'Unconfirmed'],
  ]);
  server.changes.length = 0;
  return { sandbox, server, firstSheet, otherSheet, readStatuses };
}

test('a row that is settled in the sheet that has sent it also gets its status and scores in the other sheet', async () => {
  const { server, firstSheet, otherSheet, readStatuses } = await loseAnswerInTwoSheets();
  const key = await server.findUnconfirmedKey(firstSheet);
  const assessmentId = await server.findId('E-2');
  await server.settle(firstSheet, key, { exists: true, assessmentId });
  expect(await readStatuses()).toEqual([
    ['Scored', 'Pending'],
    ['Scored', 'Pending'],
  ]);
  expect(server.changes).toContainEqual({ type: 'rows', sheet: otherSheet, rows: [3] });
  expect(await listUnconfirmed(server.store, otherSheet)).toEqual([]);
  await server.runToEnd(firstSheet);
  await expect.poll(() => server.statuses(otherSheet, 2)).toEqual(['Scored', 'Scored']);
  expect((await server.rows(otherSheet, 2))[1]).toMatchObject({
    assessmentId,
    overall: (await server.rows(firstSheet, 2))[1]?.overall,
  });
  expect(await server.countCreates()).toBe(2);
});

test('a reassessment whose answer was lost counts as done in the round of both sheets after it is settled', async () => {
  const sandbox = await startTestSandbox();
  const server = await TestWork.open(sandbox);
  const runSheet = async (sheet: string, request?: StartRun) => {
    await server.runToEnd(sheet, request);
    return server.statuses(sheet, 1);
  };
  const round: StartRun = { operation: 'reassess', round: '2027-Q1' };
  const firstSheet = await server.addSheet(['E-1']);
  const otherSheet = await server.addSheet(['E-1'], '\r\n');
  await runSheet(firstSheet);
  await runSheet(otherSheet);
  await sandbox.loseAnswer('E-1', 'reset-after-commit');
  expect(await runSheet(firstSheet, round)).toEqual(['Unconfirmed']);
  expect(await runSheet(otherSheet, round)).toEqual(['Unconfirmed']);
  const assessmentId = (await sandbox.readLedger()).assessments.at(-1)?.assessmentId as string;
  const key = await server.findUnconfirmedKey(firstSheet);
  await server.settle(firstSheet, key, { exists: true, assessmentId });
  await expect.poll(() => server.statuses(otherSheet, 1)).toEqual(['Pending']);
  expect(await runSheet(otherSheet, round)).toEqual(['Scored']);
  expect(await runSheet(otherSheet, round)).toEqual(['Scored']);
  expect(await server.countCreates()).toBe(2);
});

test('a row that is settled as not created is sent again by only one of the two sheets', async () => {
  const { server, firstSheet, otherSheet, readStatuses } =
    await loseAnswerInTwoSheets('reset-before-commit');
  await ageRequests(server.store);
  await server.settle(firstSheet, await server.findUnconfirmedKey(firstSheet), { exists: false });
  expect(await readStatuses()).toEqual([
    ['Scored', 'Not sent'],
    ['Scored', 'Not sent'],
  ]);
  await Promise.all([server.runToEnd(firstSheet), server.runToEnd(otherSheet)]);
  await expect.poll(readStatuses).toEqual([
    ['Scored', 'Scored'],
    ['Scored', 'Scored'],
  ]);
  expect(await server.countCreates()).toBe(2);
});

test('a settlement of a row that the other sheet has sent applies to both sheets', async () => {
  const { server, otherSheet, readStatuses } = await loseAnswerInTwoSheets();
  const settlement = { exists: true, assessmentId: await server.findId('E-2') };
  const wrongSettlement = { exists: true, assessmentId: await server.findId('E-1') };
  await expect(
    server.settle(otherSheet, await server.findUnconfirmedKey(otherSheet), wrongSettlement),
  ).rejects.toThrow('belongs to');
  await server.settle(otherSheet, await server.findUnconfirmedKey(otherSheet), settlement);
  expect(await readStatuses()).toEqual([
    ['Scored', 'Pending'],
    ['Scored', 'Pending'],
  ]);
});

test('a row can be settled after the sheet that has sent it was deleted', async () => {
  const { server, firstSheet, otherSheet } = await loseAnswerInTwoSheets('reset-before-commit');
  await deleteSheet(server.store, firstSheet, new Date().toISOString());
  await ageRequests(server.store);
  await server.settle(otherSheet, await server.findUnconfirmedKey(otherSheet), { exists: false });
  expect(await server.statuses(otherSheet, 2)).toEqual(['Scored', 'Not sent']);
  await server.runToEnd(otherSheet);
  expect(await server.statuses(otherSheet, 2)).toEqual(['Scored', 'Scored']);
  expect(await server.countCreates()).toBe(2);
});

test.for([
  { state: 'still exists', isDeleted: false },
  { state: 'is deleted', isDeleted: true },
])(
  'a wrong ID cannot be withdrawn within a minute of the request, if the sheet that sent the row $state',
  async ({ isDeleted }) => {
    const { server, firstSheet, otherSheet } = await loseAnswerInTwoSheets('reset-before-commit');
    const key = await server.findUnconfirmedKey(otherSheet);
    const wrongSettlement = { exists: true, assessmentId: 'mistyped-1' };
    await server.settle(firstSheet, await server.findUnconfirmedKey(firstSheet), wrongSettlement);
    if (isDeleted) await deleteSheet(server.store, firstSheet, new Date().toISOString());
    const withdrawal = { exists: false, insteadOf: 'mistyped-1' };
    const withdraw = () => server.settle(otherSheet, key, withdrawal);
    await expect(withdraw()).rejects.toThrow('may still arrive');
    await ageRequests(server.store);
    await withdraw();
    await expect.poll(() => server.statuses(otherSheet, 2)).toEqual(['Scored', 'Not sent']);
    await server.runToEnd(otherSheet);
    expect(await server.statuses(otherSheet, 2)).toEqual(['Scored', 'Scored']);
    expect(await server.countCreates()).toBe(2);
  },
);

/** Ends the server, and settles a row as if it had ended before it copied the outcome to the other sheet. */
async function settleWithoutCopy() {
  const lost = await loseAnswerInTwoSheets('reset-before-commit');
  const { server, firstSheet, otherSheet } = lost;
  await ageRequests(server.store);
  const key = await server.findUnconfirmedKey(firstSheet);
  await server.close();
  const store = await openTestStore(server.folder);
  onTestFinished(() => store.close());
  const ports = { ...server.ports, store, locks: new SheetLocks() };
  await settleRow(ports, firstSheet, key, { exists: false });
  const readOtherStatuses = async () =>
    (await readFirstRows(store, otherSheet, 2)).map(({ status }) => status);
  expect(await readOtherStatuses()).toEqual(['Scored', 'Unconfirmed']);
  return { ...lost, ports, readOtherStatuses };
}

test('an outcome that could not be copied to another sheet is copied after the outage', async () => {
  const { ports, readOtherStatuses } = await settleWithoutCopy();
  const outage = new DatabaseError('The connection was lost.', { isLost: true });
  vi.spyOn(ports.locks, 'has').mockRejectedValueOnce(outage);
  const resultSync = new SharedResultSync(ports);
  onTestFinished(() => resultSync.close());
  await resultSync.copyNow();
  expect(await readOtherStatuses()).toEqual(['Scored', 'Unconfirmed']);
  await expect.poll(readOtherStatuses).toEqual(['Scored', 'Not sent']);
});

test('after a restart, an outcome in one sheet is also recorded in the other sheet, even a rejection', async () => {
  const { sandbox, server, firstSheet, otherSheet } = await settleWithoutCopy();
  await sandbox.control('POST faults', {
    operation: 'rwa_create',
    fault: 'platform-400',
    times: 1,
  });

  const next = await TestWork.open(sandbox, server.folder);
  await next.runToEnd(firstSheet);
  expect(await next.statuses(firstSheet, 2)).toEqual(['Scored', 'Rejected']);
  await expect.poll(() => next.statuses(otherSheet, 2)).toEqual(['Scored', 'Rejected']);
  expect((await next.rows(otherSheet, 2))[1]?.message).toBe(
    (await next.rows(firstSheet, 2))[1]?.message,
  );
});

test.for([
  { sheet: 'the sheet that has sent the row', isOwner: true },
  { sheet: 'the other sheet', isOwner: false },
])(
  'detaching an assessment in $sheet detaches it in both sheets, even if a file is deleted meanwhile',
  async ({ isOwner }) => {
    const { server, firstSheet, otherSheet } = await loseAnswerInTwoSheets();
    const { store } = server;
    const [ownSheet, sheetInUse] = isOwner
      ? ([firstSheet, otherSheet] as const)
      : ([otherSheet, firstSheet] as const);
    const readKnown = async () => (await readStoredJournal(store, sheetInUse)).stored.known;
    const key = (await readKnown()).findKeyById(await server.findId('E-1')) ?? '';
    const locks = new SheetLocks();
    const ports = {
      store,
      service: { name: testService, isSandbox: false },
      now: Date.now,
      locks,
    };
    const lock = await locks.take(sheetInUse);
    const detaching = disownAssessment(ports, ownSheet, 2);
    await expect.poll(() => server.statuses(ownSheet, 1)).toEqual(['Unconfirmed']);
    await store.db.updateTable('sheet').set({ file: null }).where('id', '=', sheetInUse).execute();
    await lock.release();
    await detaching;
    expect((await readKnown()).state(key)?.state).toBe('Unconfirmed');
  },
);
