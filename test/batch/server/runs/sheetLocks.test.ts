import { expect, test, vi } from 'vitest';
import { SheetLocks } from '../../../../batch/server/sheets/sheetLocks.js';

/** Waits until the callbacks of all settled promises have run. */
const settlePromises = () => new Promise((resolve) => setImmediate(resolve));

test('a run that releases its sheet gets the sheet back after the last of the waiting changes', async () => {
  const locks = new SheetLocks();
  const order: string[] = [];
  const releaseRun = vi.fn();
  const change = async (name: string) => {
    const lock = await locks.take('sheet');
    order.push(name);
    await settlePromises();
    await lock.release();
  };
  const run = await locks.takeForRun('sheet', releaseRun);
  const changes = [change('first'), change('second')];
  expect(releaseRun).toHaveBeenCalled();
  await settlePromises();
  expect(order).toEqual([]);

  await run.release();
  const again = locks.takeForRun('sheet', releaseRun).then((lock) => {
    order.push('run');
    return lock;
  });
  changes.push(change('third'));
  await Promise.all(changes);
  expect((await again, order)).toEqual(['first', 'second', 'third', 'run']);
  expect(await locks.has('sheet')).toBe(true);
  await (await again).release();
  expect(await locks.has('sheet')).toBe(false);
});

test('a run that waits for a change is not asked to release its sheet, and can take other sheets', async () => {
  const locks = new SheetLocks();
  const lock = await locks.take('sheet');
  const releaseRun = vi.fn();
  const run = locks.takeForRun('sheet', releaseRun);
  await (await locks.take('another')).release();
  await settlePromises();
  await lock.release();
  const runLock = await run;
  expect(releaseRun).not.toHaveBeenCalled();
  // A second release has no effect.
  await runLock.release();
  await runLock.release();
  expect(await locks.has('sheet')).toBe(false);
});

test('the time of waiting is reported for each lock, even if the lock is free', async () => {
  const waits: number[] = [];
  const locks = new SheetLocks((ms) => waits.push(ms));
  const first = await locks.take('sheet');
  const second = locks.take('sheet');
  await settlePromises();
  expect(waits).toHaveLength(1);
  await first.release();
  await (await second).release();
  expect(waits).toHaveLength(2);
  expect(waits[1]).toBeGreaterThan(0);
});
