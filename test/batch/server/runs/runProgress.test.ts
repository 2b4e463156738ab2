import { expect, onTestFinished, test, vi } from 'vitest';
import type { RowStatus } from '../../../../batch/engine/sheetCommand.js';
import { queueRun } from '../../../../batch/server/store/runStore.js';
import { sheetOf } from '../../../../batch/server/store/sheetStore.js';
import { RunProgress } from '../../../../batch/server/work/runProgress.js';
import { sandboxOfTest } from '../../../sandbox/sandboxUnderTest.js';
import { WorkOfTest } from './workOfTest.js';

/** How a run over a sheet of two rows gets on, with a clock of the test. */
async function progressOfTest() {
  const { store, ...server } = await sheetOfTwo();
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const [tell, look] = [vi.fn(), vi.fn(() => undefined)];
  const progress = new RunProgress({ store, now: Date.now, tell }, { ...server, done: 0 }, look);
  const becomes = (row: number, status: RowStatus) => {
    const report = () => ({ row, status, message: undefined });
    progress.listen({ type: 'progress', row, done: status !== 'Pending', status, report });
  };
  const counts = () => sheetOf(store, server.sheet)?.counts;
  return { progress, becomes, counts, tell, look };
}

async function sheetOfTwo() {
  const server = new WorkOfTest(await sandboxOfTest());
  const sheet = await server.addSheet(['E-1', 'E-2']);
  const by = { by: 'nobody', at: new Date().toISOString() };
  const { run } = queueRun(server.store, sheet, { operation: 'assess' }, by);
  return { store: server.store, sheet, id: run.id };
}

test('the counts have the last rows, too, while nothing else happens for a long time', async () => {
  const { becomes, counts } = await progressOfTest();
  becomes(2, 'Pending');
  vi.advanceTimersByTime(300);
  expect(counts()).toEqual({ 'Not sent': 1, Pending: 1 });
  becomes(3, 'Pending');
  vi.advanceTimersByTime(2_000);
  expect(counts()).toEqual({ Pending: 2 });
  expect(vi.getTimerCount()).toBe(0);
});

test('after its end it stores nothing more: the rows may have been settled since', async () => {
  const { progress, becomes, tell, look } = await progressOfTest();
  becomes(2, 'Unconfirmed');
  vi.advanceTimersByTime(300);
  expect(look).toHaveBeenCalledTimes(1);
  becomes(3, 'Unconfirmed');
  progress.end();
  expect(vi.getTimerCount()).toBe(0);
  const told = tell.mock.calls.length;
  becomes(3, 'Unconfirmed');
  vi.advanceTimersByTime(5_000);
  expect(look).toHaveBeenCalledTimes(1);
  expect(tell).toHaveBeenCalledTimes(told);
});
