import { expect, test, vi } from 'vitest';
import { SheetLocks } from '../../../../batch/server/sheets/sheetLocks.js';

/** All that can happen without time passing. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

test('a run releases its sheet for all changes, and gets it back after the last one', async () => {
  const locks = new SheetLocks();
  const order: string[] = [];
  const giveWay = vi.fn();
  const change = async (name: string) => {
    const lock = await locks.take('sheet');
    order.push(name);
    await settled();
    await lock.release();
  };
  const run = await locks.takeForRun('sheet', giveWay);
  const changes = [change('first'), change('second')];
  expect(giveWay).toHaveBeenCalled();
  await settled();
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

test('a run that waits for a change is not failed by it, and other sheets are free', async () => {
  const locks = new SheetLocks();
  const lock = await locks.take('sheet');
  const giveWay = vi.fn();
  const run = locks.takeForRun('sheet', giveWay);
  await (await locks.take('another')).release();
  await settled();
  await lock.release();
  const held = await run;
  expect(giveWay).not.toHaveBeenCalled();
  // Twice is as once.
  await held.release();
  await held.release();
  expect(await locks.has('sheet')).toBe(false);
});
