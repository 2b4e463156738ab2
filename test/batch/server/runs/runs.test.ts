import { cpSync } from 'node:fs';
import { expect, onTestFinished, test, vi } from 'vitest';
import { findLatestRun } from '../../../../batch/server/runs/latestRun.js';
import { endRun, haltRun, queueRun } from '../../../../batch/server/runs/runStore.js';
import { findSheet } from '../../../../batch/server/sheets/sheetStore.js';
import { listShownSheets } from '../../../../batch/server/sheets/shownSheet.js';
import { isOnPostgres } from '../openTestStore.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { employees } from '../../run/testRun.js';
import { testFolder } from '../../testFolder.js';
import { testLog } from '../testLog.js';
import { testRounds } from '../rounds/testRounds.js';
import { TestWork } from './testWork.js';

const waitForSomeCreates = (server: TestWork) =>
  expect.poll(() => server.countCreates(), { interval: 5 }).toBeGreaterThan(3);

const repeatStatus = (status: string, count: number) => Array.from({ length: count }, () => status);

test('a run sends each row once, and stores its scores', async () => {
  const server = await TestWork.open(await startTestSandbox());
  const sheet = await server.addSheet(employees(12));
  const plan = await server.work.plan(sheet, { operation: 'assess' });
  expect(plan).toMatchObject({ rows: 12, rowsToSend: 12, rowsToFetch: 0, newRows: 12 });
  expect(plan.messages).toEqual(['12 rows are sent to be assessed.']);
  // The duration is unknown before a first run has ended.
  expect(plan.expected).toBeNull();
  const run = await server.runToEnd(sheet);
  expect(run).toMatchObject({ rows: 12, done: 12, created: 0, messages: [] });
  expect(await server.statuses(sheet, 12)).toEqual(repeatStatus('Scored', 12));
  expect((await server.rows(sheet, 1))[0]).toMatchObject({
    overall: expect.any(Number) as number,
    assessmentId: expect.any(String) as string,
  });
  expect(await findSheet(server.store, sheet)).toMatchObject({
    stage: 'results',
    counts: { Scored: 12 },
    lastRunAt: expect.any(String) as string,
  });
  expect(await listShownSheets(server)).toMatchObject([{ stage: 'results', runState: 'ended' }]);
  expect(await server.countCreates()).toBe(12);
  const again = await server.work.plan(sheet, { operation: 'assess' });
  expect(again.messages).toEqual(['There is nothing to send.', '12 rows are already scored.']);
  const next = await server.addSheet(employees(3).map((employee) => `${employee}-b`));
  const { expected } = await server.work.plan(next, { operation: 'assess' });
  expect(expected?.fromMs).toBeGreaterThan(0);
  expect(expected?.toMs).toBeGreaterThan(expected?.fromMs ?? Infinity);
});

test('a paused run that is resumed after a restart of the server continues with the remaining rows', async () => {
  const sandbox = await startTestSandbox();
  const first = await TestWork.open(sandbox);
  const sheet = await first.addSheet(employees(60));
  const { id } = await first.start(sheet);
  await waitForSomeCreates(first);
  await first.work.halt(id, 'paused');
  const before = await first.countCreates();
  expect(before).toBeLessThan(60);
  await first.until(sheet, 'paused');
  expect((await findSheet(first.store, sheet))?.stage).toBe('paused');
  await first.close();

  const second = await TestWork.open(sandbox, first.folder);
  await second.work.resume();
  expect(await second.countCreates()).toBe(before);
  await second.resume(sheet);
  expect(await second.until(sheet, 'ended')).toMatchObject({ id, rows: 60, done: 60 });
  expect(await second.statuses(sheet, 60)).toEqual(repeatStatus('Scored', 60));
  expect(await second.countCreates()).toBe(60);
});

test('a start fails while the runs of the previous process cannot be resumed, and the new run begins together with them', async () => {
  const sandbox = await startTestSandbox();
  const first = await TestWork.open(sandbox);
  const sheet = await first.addSheet(employees(3));
  const other = await first.addSheet(employees(2).map((employee) => `${employee}-b`));
  const by = { by: 'me', at: new Date().toISOString() };
  await queueRun(first.store, sheet, { operation: 'assess' }, by);
  await first.close();
  const second = await TestWork.open(sandbox, first.folder);
  const lines = testLog();
  vi.spyOn(second.ports.store.db, 'updateTable').mockImplementationOnce(() => {
    throw new Error('The disk has failed.');
  });
  const resuming = second.work.resume();
  await expect(second.start(other)).rejects.toThrow('The disk has failed.');
  await resuming;
  expect(lines).toMatchObject([
    { level: 'error', msg: expect.stringMatching(/could not be resumed/) as string },
  ]);
  for (const id of [sheet, other]) await second.until(id, 'ended');
});

test('a stopped run does not continue, and the next run sends the remaining rows', async () => {
  const server = await TestWork.open(await startTestSandbox());
  const sheet = await server.addSheet(employees(60));
  const { id } = await server.start(sheet);
  await waitForSomeCreates(server);
  await server.work.halt(id, 'stopped');
  await server.until(sheet, 'stopped');
  await server.work.resume();
  expect(await server.countCreates()).toBeLessThan(60);
  await server.runToEnd(sheet);
  expect(await server.countCreates()).toBe(60);
});

test.each([
  ['a pause and then a stop', 'stopped', ['paused', 'stopped']],
  ['a stop and then a pause', 'stopped', ['stopped', 'paused']],
  ['a pause', 'paused', ['paused']],
] as const)(
  'after requests for %s that the process did not carry out, a run is %s at the next start',
  async (_, endState, requestedStates) => {
    const sandbox = await startTestSandbox();
    const first = await TestWork.open(sandbox);
    const sheet = await first.addSheet(employees(3));
    const by = { by: 'me', at: new Date().toISOString() };
    const { run } = await queueRun(first.store, sheet, { operation: 'assess' }, by);
    for (const state of requestedStates) await haltRun(first.store, run.id, state);
    await first.close();
    const second = await TestWork.open(sandbox, first.folder);
    await second.work.resume();
    await second.until(sheet, endState);
    expect(await second.countCreates()).toBe(0);
  },
);

test.skipIf(isOnPostgres).each(['stopped', 'paused'] as const)(
  'a row that was in flight when the process was killed is unconfirmed after the run is %s at the next start',
  async (as) => {
    const sandbox = await startTestSandbox();
    await sandbox.control('POST faults', { operation: 'rwa_create', fault: 'slow', times: 1 });
    const first = await TestWork.open(sandbox);
    const sheet = await first.addSheet(['E-1']);
    const { id } = await first.start(sheet);
    await expect.poll(async () => (await sandbox.readLedger()).requests.rwa_create).toBe(1);
    await haltRun(first.store, id, as);
    // A copy of the folder is what a kill leaves.
    const folder = testFolder();
    cpSync(first.folder, folder, { recursive: true });
    const second = await TestWork.open(sandbox, folder);
    await second.work.resume();
    await second.until(sheet, as);
    expect(await second.statuses(sheet, 1)).toEqual(['Unconfirmed']);
    expect(await findSheet(second.store, sheet)).toMatchObject({ unconfirmed: 1 });
  },
);

test('a run that is stopped while it is pausing ends as stopped', async () => {
  const { services, addSheet } = await testRounds();
  const { store } = services;
  const sheet = await addSheet();
  const at = new Date().toISOString();
  const { run } = await queueRun(store, sheet, { operation: 'assess' }, { by: 'me', at });
  await haltRun(store, run.id, 'paused');
  await haltRun(store, run.id, 'stopped');
  await endRun(store, run.id, 'paused', { at, messages: [] });
  expect(await findLatestRun(store, sheet)).toMatchObject({ state: 'stopped', endedAt: at });
});

test('a request to stop a paused run returns the state stopped', async () => {
  const { services, addSheet, addRun, ask } = await testRounds();
  const halt = () => Promise.resolve();
  Object.assign(services.work, { halt });
  const sheet = await addSheet();
  await addRun(sheet, { state: 'paused', endedAt: null });
  const answer = await ask('editor', 'POST', `/api/sheets/${sheet}/run/stop`);
  expect(await answer.json()).toMatchObject({ state: 'stopped' });
});

test('a sheet cannot be matched or corrected while its run is running or paused', async () => {
  const { addSheet, addRun, ask } = await testRounds();
  const correction = { field: 'destinationCountry', value: 'Holand', to: 'Netherlands' };
  for (const state of ['running', 'paused'] as const) {
    const sheet = await addSheet();
    await addRun(sheet, { state, endedAt: null });
    for (const answer of [
      await ask('editor', 'PUT', `/api/sheets/${sheet}/match`, {}),
      await ask('editor', 'POST', `/api/sheets/${sheet}/corrections`, [correction]),
    ]) {
      expect(answer.status).toBe(409);
      expect(await answer.text()).toContain('Stop it first');
    }
  }
});

test('two starts at once begin only one run', async () => {
  const server = await TestWork.open(await startTestSandbox());
  const sheet = await server.addSheet(employees(10));
  const [firstRun, secondRun] = await Promise.all([server.start(sheet), server.start(sheet)]);
  expect(secondRun.id).toBe(firstRun.id);
  await server.until(sheet, 'ended');
  expect(await server.countCreates()).toBe(10);
});

test('rows that are in two sheets are sent only once, even if both sheets run at the same time', async () => {
  const server = await TestWork.open(await startTestSandbox());
  const firstSheet = await server.addSheet(employees(25));
  const secondSheet = await server.addSheet(employees(25), '\r\n');
  await Promise.all([server.start(firstSheet), server.start(secondSheet)]);
  await Promise.all([server.until(firstSheet, 'ended'), server.until(secondSheet, 'ended')]);
  expect(await server.countCreates()).toBe(25);
  // Both sheets show the scores of the same assessments.
  const listIds = async (sheet: string) =>
    (await server.rows(sheet, 25)).map(({ assessmentId }) => assessmentId);
  expect(await listIds(secondSheet)).toEqual(await listIds(firstSheet));
  expect(await server.statuses(secondSheet, 25)).toEqual(repeatStatus('Scored', 25));
  const later = await server.addSheet(employees(30));
  expect(await server.work.plan(later, { operation: 'assess' })).toMatchObject({
    rowsToSend: 5,
    rowsToFetch: 25,
    messages: [
      '5 rows are sent to be assessed.',
      '25 rows were assessed from another sheet before: only the results are fetched.',
    ],
  });
  await server.runToEnd(later);
  expect(await server.countCreates()).toBe(30);
});

test('a run that ends with several unconfirmed rows asks a person to settle them', async () => {
  const sandbox = await startTestSandbox();
  for (const employee of ['E-1', 'E-2']) await sandbox.loseAnswer(employee);
  const server = await TestWork.open(sandbox);
  const sheet = await server.addSheet(employees(3));
  await server.start(sheet);
  expect((await server.until(sheet, 'ended')).messages).toEqual([
    '2 rows were sent without a usable answer. Open "Needs review" under Results and answer for each whether the assessment exists.',
  ]);
});

test('a row without an answer is not sent again by any run or sheet, and gets its scores after it is settled', async () => {
  const sandbox = await startTestSandbox();
  await sandbox.loseAnswer('E-2');
  const server = await TestWork.open(sandbox);
  const run = async (sheet: string) => {
    return server.runToEnd(sheet);
  };
  const sheet = await server.addSheet(employees(4));
  const { messages } = await run(sheet);
  expect(messages).toEqual([
    '1 row was sent without a usable answer. Open "Needs review" under Results and answer whether the assessment exists.',
  ]);
  expect(await server.statuses(sheet, 4)).toEqual(['Scored', 'Unconfirmed', 'Scored', 'Scored']);
  await run(sheet);
  const copy = await server.addSheet(employees(4), '\r\n');
  const planned = await server.work.plan(copy, { operation: 'assess' });
  expect(planned.rowsToSend).toBe(0);
  expect(planned.messages).toContain(
    '1 row was sent from another sheet without an answer so far, and is not sent again.',
  );
  await run(copy);
  expect(await server.statuses(copy, 4)).toEqual(['Scored', 'Unconfirmed', 'Scored', 'Scored']);
  expect(await server.countCreates()).toBe(4);

  const key = await server.findUnconfirmedKey(sheet);
  const assessmentId = await server.findId('E-2');
  await server.settle(sheet, key, { exists: true, assessmentId });
  await run(sheet);
  expect(await server.statuses(sheet, 4)).toEqual(repeatStatus('Scored', 4));
  const third = await server.addSheet(employees(4), '\r\n\r\n');
  await run(third);
  expect(await server.statuses(third, 4)).toEqual(repeatStatus('Scored', 4));
  expect(await server.countCreates()).toBe(4);
});

test('a run waits for an unavailable service, and shows a message', async () => {
  const sandbox = await startTestSandbox();
  const fault = { operation: 'rwa_retrieve', fault: 'status-500-before-commit', times: 20 };
  await sandbox.control('POST faults', fault);
  const server = await TestWork.open(sandbox);
  const sheet = await server.addSheet(employees(3));
  await server.start(sheet);
  const readMessages = async () =>
    (await server.store.db.selectFrom('run').select('messages').executeTakeFirst())?.messages;
  await expect.poll(readMessages, { interval: 10 }).toContain('Nothing was sent');
  await sandbox.control('DELETE faults');
  await server.until(sheet, 'ended');
  expect(await readMessages()).toBe('[]');
  expect(await server.statuses(sheet, 3)).toEqual(repeatStatus('Scored', 3));
});

test('a run that cannot begin fails with the reason, and another run can begin afterwards', async () => {
  const server = await TestWork.open(await startTestSandbox());
  const sheet = await server.addSheet(employees(3));
  await server.start(sheet, { operation: 'assess', maxNew: 2 });
  const { messages } = await server.until(sheet, 'failed');
  expect(messages[0]).toMatch(/^3 rows would be assessed for the first time, but at most 2/);
  expect((await findSheet(server.store, sheet))?.stage).toBe('check');
  expect(await server.countCreates()).toBe(0);
  await server.runToEnd(sheet, { operation: 'assess', maxNew: 3 });
  expect(await server.countCreates()).toBe(3);
});

test('a round reassesses each scored row once', async () => {
  const server = await TestWork.open(await startTestSandbox());
  const sheet = await server.addSheet(employees(5));
  await server.runToEnd(sheet);
  const recent = await server.work.plan(sheet, { operation: 'reassess', olderThanDays: 30 });
  expect(recent.messages).toEqual([
    'There is nothing to send.',
    'Left out: 5 assessed too recently.',
  ]);
  const plan = await server.work.plan(sheet, { operation: 'reassess' });
  expect(plan).toMatchObject({ rowsToSend: 5, newRows: 0 });
  const before = (await server.rows(sheet, 5)).map(({ assessmentId }) => assessmentId);
  await server.runToEnd(sheet, { operation: 'reassess' });
  const after = await server.rows(sheet, 5);
  expect(after.every(({ change }) => change !== undefined)).toBe(true);
  expect(after.some(({ assessmentId }) => before.includes(assessmentId))).toBe(false);
  expect(await server.countCreates()).toBe(10);
});

test('a round that was paused for ten days continues, and sends no row twice', async () => {
  const server = await TestWork.open(await startTestSandbox({ latencyMs: 20, readyAfterMs: 0 }));
  const sheet = await server.addSheet(employees(40));
  await server.runToEnd(sheet);
  const { id } = await server.start(sheet, { operation: 'reassess' });
  await expect.poll(() => server.countCreates(), { interval: 5 }).toBeGreaterThan(50);
  await server.work.halt(id, 'paused');
  await server.until(sheet, 'paused');
  expect(await server.countCreates()).toBeLessThan(80);
  vi.useFakeTimers({
    toFake: ['Date'],
    shouldAdvanceTime: true,
    now: Date.now() + 10 * 86_400_000,
  });
  onTestFinished(() => void vi.useRealTimers());
  await server.resume(sheet);
  await server.until(sheet, 'ended');
  expect(await server.countCreates()).toBe(80);
});

test('on the day of a round, the plan of another reassessment shows when the next round can begin, unless it names a round or begins a new one', async () => {
  const server = await TestWork.open(await startTestSandbox());
  const sheet = await server.addSheet(employees(2));
  await server.runToEnd(sheet);
  const request = { operation: 'reassess', round: '2027-Q1' } as const;
  await server.runToEnd(sheet, request);
  const nextRound = expect.stringMatching(
    /^You can begin the next round tomorrow, or today/,
  ) as string;
  const { messages } = await server.work.plan(sheet, { operation: 'reassess' });
  expect(messages).toContainEqual(nextRound);
  expect((await server.work.plan(sheet, request)).messages).not.toContainEqual(nextRound);
  const newRound = await server.work.plan(sheet, { operation: 'reassess', newRound: true });
  expect(newRound.messages).not.toContainEqual(nextRound);
});

test('no round begins after the clock is set back, and the plan reports the time in the future', async () => {
  const server = await TestWork.open(await startTestSandbox());
  const sheet = await server.addSheet(employees(2));
  await server.runToEnd(sheet);
  await server.runToEnd(sheet, { operation: 'reassess' });
  vi.useFakeTimers({ toFake: ['Date'], shouldAdvanceTime: true, now: Date.now() - 3 * 86_400_000 });
  onTestFinished(() => void vi.useRealTimers());
  const plan = await server.work.plan(sheet, { operation: 'reassess' });
  expect(plan.rowsToSend).toBe(0);
  expect(plan.messages.join(' ')).toMatch(
    /is in the future: .* no new round begins\. Left out: 2 already assessed in this round\./,
  );
});

test('a damaged journal does not stop the runs of other sheets', async () => {
  const server = await TestWork.open(await startTestSandbox());
  const sheet = await server.addSheet(employees(3));
  const { db } = server.store;
  await db
    .insertInto('journal')
    .values({ owner: 'damaged', number: 1, lines: '{"fact":"journal"' })
    .execute();
  await db
    .insertInto('sent_request')
    .values({ row: 'row', request: '', owner: 'damaged', state: 'open', at: '' })
    .execute();
  const at = new Date().toISOString();
  await queueRun(server.store, sheet, { operation: 'assess' }, { by: 'nobody', at });
  await server.work.resume();
  await server.until(sheet, 'ended');
  expect(await server.statuses(sheet, 3)).toEqual(repeatStatus('Scored', 3));
});

test('a run does not wait for a row that is unconfirmed in another active run', async () => {
  const sandbox = await startTestSandbox();
  await sandbox.loseAnswer('E-2');
  const server = await TestWork.open(sandbox);
  const sheet = await server.addSheet(['E-2', 'SANDBOX-ALWAYS-PENDING']);
  await server.start(sheet);
  await expect.poll(() => server.statuses(sheet, 1)).toEqual(['Unconfirmed']);
  expect((await findLatestRun(server.store, sheet))?.state).toBe('running');
  const other = await server.addSheet(['E-1', 'E-2']);
  const startedMs = Date.now();
  await server.runToEnd(other);
  expect(Date.now() - startedMs).toBeLessThan(30_000);
  expect(await server.countCreates()).toBe(3);
});

test('a round skips rows that were assessed after `assessedBefore`', async () => {
  const server = await TestWork.open(await startTestSandbox());
  const sheet = await server.addSheet(employees(3));
  const before = new Date().toISOString();
  await server.runToEnd(sheet);
  const after = new Date(Date.now() + 1).toISOString();
  const countPlannedRows = async (assessedBefore: string, olderThanDays = 0) =>
    (await server.work.plan(sheet, { operation: 'reassess', olderThanDays, assessedBefore }))
      .rowsToSend;
  expect(await countPlannedRows(before)).toBe(0);
  await expect.poll(() => countPlannedRows(after)).toBe(3);
  expect(await countPlannedRows(after, 1)).toBe(0);
});
