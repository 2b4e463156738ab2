import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { SharedLocks } from '../../../../batch/server/cluster/sharedLocks.js';
import { testDatabase, hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { createAsk, TestJobs, testStore } from './testMachines.js';

/** Opens the locks of two processes. */
async function openTwoProcesses() {
  const url = await testDatabase();
  const [store, otherStore] = [await testStore(url), await testStore(url)];
  await TestJobs.on(store);
  const expire = (name: string) =>
    createAsk(otherStore)(
      "UPDATE hold SET until = now() - interval '1 second' WHERE name = $1",
      name,
    );
  return { store, mine: new SharedLocks(store), theirs: new SharedLocks(otherStore), expire };
}

describe.skipIf(!hasPostgres)('a shared lock', () => {
  test('has one holder until it is released', async () => {
    const { mine, theirs } = await openTwoProcesses();
    const hold = await mine.take('sheet');
    const isHeld = [await mine.has('sheet'), await theirs.has('sheet'), await theirs.has('other')];
    expect(isHeld).toEqual([true, true, false]);
    expect(await theirs.tryTake('sheet')).toBeUndefined();
    const taking = theirs.take('sheet');
    await hold.release();
    const next = await taking;
    expect(await mine.tryTake('sheet')).toBeUndefined();
    await next.release();
    expect(await mine.has('sheet')).toBe(false);
  });

  test('reports how long a process waited for it, once the wait has ended', async () => {
    const { mine, store } = await openTwoProcesses();
    const waits: number[] = [];
    const locks = new SharedLocks(store, (ms) => waits.push(ms));
    const hold = await mine.take('sheet');
    const taking = locks.take('sheet');
    expect(await locks.tryTake('sheet')).toBeUndefined();
    expect(waits).toEqual([]);
    await hold.release();
    await (await taking).release();
    expect(waits).toHaveLength(1);
  });

  test('has one holder even if several processes take it at the same moment', async () => {
    const { mine, theirs } = await openTwoProcesses();
    const attempts = await Promise.all(
      Array.from({ length: 10 }, (_, place) => (place % 2 === 0 ? mine : theirs).tryTake('sheet')),
    );
    const held = attempts.filter((hold) => hold !== undefined);
    expect(held).toHaveLength(1);
    await held[0]?.release();
  });

  test('can be taken by another process if its holder does not renew it in time', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { store, mine, theirs, expire } = await openTwoProcesses();
    const lost = await mine.take('sheet');
    expect(await lost.isMine(store)).toBe(true);
    expect(lost.findLoss()).toBeUndefined();
    await expire('sheet');
    expect(await lost.isMine(store)).toBe(false);
    const hold = await theirs.take('sheet');
    // Both holders try to renew the lock.
    vi.advanceTimersByTime(5_000);
    await vi.waitFor(() => {
      expect(lost.findLoss()).toEqual({ code: 'lockLost', lock: 'sheet' });
    }, 10_000);
    expect(hold.findLoss()).toBeUndefined();
    await lost.release();
    expect(await hold.isMine(store)).toBe(true);
    expect(await mine.tryTake('sheet')).toBeUndefined();
    await hold.release();
  });

  test('counts as lost for a holder that cannot reach the database for 15 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { store, mine } = await openTwoProcesses();
    const hold = await mine.take('sheet');
    const { db } = store;
    Object.assign(store, { db: undefined });
    vi.advanceTimersByTime(14_000);
    expect(hold.findLoss()).toBeUndefined();
    vi.advanceTimersByTime(2_000);
    expect(hold.findLoss()).toEqual({ code: 'lockLost', lock: 'sheet' });
    Object.assign(store, { db });
    await hold.release();
  });
});
