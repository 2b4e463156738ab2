import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { RowStatus } from '../../../../batch/engine/sheetCommand.js';
import { latestRun } from '../../../../batch/server/runs/latestRun.js';
import { queueRun } from '../../../../batch/server/runs/runStore.js';
import { findSheet } from '../../../../batch/server/sheets/sheetStore.js';
import { RunProgress } from '../../../../batch/server/runs/runProgress.js';
import { sandboxOfTest } from '../../../sandbox/sandboxUnderTest.js';
import { logOfTest } from '../logOfTest.js';
import { WorkOfTest } from './workOfTest.js';

/** How a run over a sheet of two rows gets on, with a clock of the test. */
async function progressOfTest() {
  const { store, ...server } = await sheetOfTwo();
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const [tell, look] = [vi.fn(), vi.fn(() => undefined)];
  const progress = new RunProgress({ store, now: Date.now, tell }, { ...server, done: 0 }, look);
  const becomes = (row: number, status: RowStatus) => {
    const report = () => ({ row, status, message: undefined });
    progress.listen({ type: 'progress', row, done: status !== 'Pending', status, report });
  };
  const counts = async () => (await findSheet(store, server.sheet))?.counts;
  const created = async () => (await latestRun(store, server.sheet))?.created;
  return { progress, becomes, counts, created, tell, look };
}

/** Lets time pass, and the writes that are due. */
async function passes(ms: number) {
  for (let passed = 0; passed < ms; passed += 100) {
    vi.advanceTimersByTime(100);
    await sleep(20);
  }
}

async function sheetOfTwo() {
  const server = await WorkOfTest.open(await sandboxOfTest());
  const sheet = await server.addSheet(['E-1', 'E-2']);
  const by = { by: 'nobody', at: new Date().toISOString() };
  const { run } = await queueRun(server.store, sheet, { operation: 'assess' }, by);
  return { store: server.store, sheet, id: run.id };
}

test('counts and progress agree, and have the last rows, too, while nothing else happens for a long time', async () => {
  const { becomes, counts, created, tell } = await progressOfTest();
  becomes(2, 'Pending');
  await passes(300);
  expect([await counts(), await created()]).toEqual([{ 'Not sent': 1, Pending: 1 }, 1]);
  becomes(3, 'Pending');
  await passes(300);
  expect((await counts())?.Pending).toBe(await created());
  await passes(2_000);
  expect(await created()).toBe(2);
  expect(await counts()).toEqual({ Pending: 2 });
  const told = tell.mock.calls.length;
  await passes(2_000);
  expect(tell).toHaveBeenCalledTimes(told);
});

test('an error in the report of a row is logged, and its row is stored later', async () => {
  const { progress, becomes, counts } = await progressOfTest();
  const lines = logOfTest();
  const report = vi.fn(() => ({ row: 2, status: 'Scored' as const, message: undefined }));
  report.mockImplementationOnce(() => {
    throw new Error('a bug');
  });
  progress.listen({ type: 'progress', row: 2, done: true, status: 'Scored', report });
  await passes(300);
  expect(lines).toMatchObject([{ level: 'error', err: { type: 'Error' } }]);
  becomes(3, 'Pending');
  await passes(2_000);
  expect(await counts()).toEqual({ Scored: 1, Pending: 1 });
});

test('after its end it stores nothing more: the rows may have been settled since', async () => {
  const { progress, becomes, tell, look } = await progressOfTest();
  becomes(2, 'Unconfirmed');
  await passes(300);
  expect(look).toHaveBeenCalledTimes(1);
  becomes(3, 'Unconfirmed');
  await progress.end();
  const told = tell.mock.calls.length;
  becomes(3, 'Unconfirmed');
  await passes(5_000);
  expect(look).toHaveBeenCalledTimes(1);
  expect(tell).toHaveBeenCalledTimes(told);
});
