import { expect, test, vi } from 'vitest';
import { SheetLocks } from '../../../../batch/server/sheets/sheetLocks.js';

/** Waits for all pending promises. */
const settlePromises = () => new Promise((resolve) => setImmediate(resolve));

test('a run releases its sheet for all changes, and gets it back after the last one', async () => {
  const locks = new SheetLocks();
  const order: string[] = [];
  const giveWay = vi.fn();
  const change = async (name: string) => {
    const lock = await locks.take('sheet');
    order.push(name);
    await settlePromises();
    await lock.release();
  };
  const run = await locks.takeForRun('sheet', giveWay);
  const changes = [change('first'), change('second')];
  expect(giveWay).toHaveBeenCalled();
  await settlePromises();
  expect(order).toEqual([]);

  await run.release();
  const again = locks.takeForRun('sheet', giveWay).then((lock) => {
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

test('a run that waits for a change is not asked to release the sheet, and other sheets are free', async () => {
  const locks = new SheetLocks();
  const lock = await locks.take('sheet');
  const giveWay = vi.fn();
  const run = locks.takeForRun('sheet', giveWay);
  await (await locks.take('another')).release();
  await settlePromises();
  await lock.release();
  const held = await run;
  expect(giveWay).not.toHaveBeenCalled();
  // A second release has no effect.
  await held.release();
  await held.release();
  expect(await locks.has('sheet')).toBe(false);
});

test('the time of waiting for a lock is reported, even if it is zero', async () => {
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
