import { expect, onTestFinished, test, vi } from 'vitest';
import type { RowStatus } from '../../../../batch/engine/sheetCommand.js';
import { findLatestRun } from '../../../../batch/server/runs/latestRun.js';
import { queueRun } from '../../../../batch/server/runs/runStore.js';
import { findSheet } from '../../../../batch/server/sheets/sheetStore.js';
import { inWords } from '../../../../batch/server/words/wording.js';
import { RunProgress } from '../../../../batch/server/runs/runProgress.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { testLog } from '../testLog.js';
import { TestWork } from './testWork.js';

/** Creates the progress of a run of two rows, with a clock that only `advance` moves. */
async function createProgress() {
  const { store, ...server } = await addSheetWithTwoRows();
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const writes = vi.spyOn(RunProgress.prototype, 'flush');
  const advance = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 100) {
      vi.advanceTimersByTime(100);
      await Promise.all(writes.mock.results.map(({ value }) => value as Promise<void>));
    }
  };
  const [publish, readSheet] = [vi.fn(), vi.fn(() => undefined)];
  const progress = new RunProgress(
    { store, now: Date.now, publish },
    { ...server, done: 0 },
    readSheet,
    inWords,
  );
  const setStatus = (row: number, status: RowStatus) => {
    const report = () => ({ row, status, message: undefined });
    progress.listen({ type: 'progress', row, done: status !== 'Pending', status, report });
  };
  const readCounts = async () => (await findSheet(store, server.sheet))?.counts;
  const readCreated = async () => (await findLatestRun(store, server.sheet))?.created;
  return { progress, advance, setStatus, readCounts, readCreated, publish, readSheet };
}

async function addSheetWithTwoRows() {
  const server = await TestWork.open(await startTestSandbox());
  const sheet = await server.addSheet(['E-1', 'E-2']);
  const by = { by: 'nobody', at: new Date().toISOString() };
  const { run } = await queueRun(server.store, sheet, { operation: 'assess' }, by);
  return { store: server.store, sheet, id: run.id };
}

test('counts and progress agree, and include the last rows after some time without events', async () => {
  const { advance, setStatus, readCounts, readCreated, publish } = await createProgress();
  setStatus(2, 'Pending');
  await advance(300);
  expect([await readCounts(), await readCreated()]).toEqual([{ 'Not sent': 1, Pending: 1 }, 1]);
  setStatus(3, 'Pending');
  await advance(300);
  expect((await readCounts())?.Pending).toBe(await readCreated());
  await advance(2_000);
  expect(await readCreated()).toBe(2);
  expect(await readCounts()).toEqual({ Pending: 2 });
  const published = publish.mock.calls.length;
  await advance(2_000);
  expect(publish).toHaveBeenCalledTimes(published);
});

test('an error while a row is reported is logged, and the row is stored later', async () => {
  const { progress, advance, setStatus, readCounts } = await createProgress();
  const lines = testLog();
  const report = vi.fn(() => ({ row: 2, status: 'Scored' as const, message: undefined }));
  report.mockImplementationOnce(() => {
    throw new Error('a bug');
  });
  progress.listen({ type: 'progress', row: 2, done: true, status: 'Scored', report });
  await advance(300);
  expect(lines).toMatchObject([{ level: 'error', err: { type: 'Error' } }]);
  setStatus(3, 'Pending');
  await advance(2_000);
  expect(await readCounts()).toEqual({ Scored: 1, Pending: 1 });
});

test('nothing is stored after the progress has ended, because rows may have been settled since', async () => {
  const { progress, advance, setStatus, publish, readSheet } = await createProgress();
  setStatus(2, 'Unconfirmed');
  await advance(300);
  expect(readSheet).toHaveBeenCalledTimes(1);
  setStatus(3, 'Unconfirmed');
  await progress.end();
  const published = publish.mock.calls.length;
  setStatus(3, 'Unconfirmed');
  await advance(5_000);
  expect(readSheet).toHaveBeenCalledTimes(1);
  expect(publish).toHaveBeenCalledTimes(published);
});
