import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { SharedLocks } from '../../../../batch/server/machines/sharedLocks.js';
import { openStore } from '../../../../batch/server/store/database.js';
import { databaseOfTest, hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { folderOfTest } from '../../folderOfTest.js';
import { askingOfTest } from './machinesOfTest.js';

/** The locks of two processes. */
async function twoProcesses() {
  const url = await databaseOfTest();
  const store = openStore(url, folderOfTest());
  onTestFinished(() => {
    store.close();
  });
  const [one, other] = [askingOfTest(url), askingOfTest(url)];
  const pass = (name: string) =>
    other.ask("UPDATE hold SET until = now() - interval '1 second' WHERE name = $1", name);
  return {
    store,
    one,
    mine: new SharedLocks(one, store),
    theirs: new SharedLocks(other, store),
    pass,
  };
}

describe.skipIf(!hasPostgres)('what one of all processes has', () => {
  test('is nobody else’s until it is released', async () => {
    const { mine, theirs } = await twoProcesses();
    const hold = await mine.take('sheet');
    expect([mine.has('sheet'), theirs.has('sheet'), theirs.has('other')]).toEqual([
      ...[true, true, false],
    ]);
    expect(await theirs.tryTake('sheet')).toBeUndefined();
    const taking = theirs.take('sheet');
    await hold.release();
    const next = await taking;
    expect(await mine.tryTake('sheet')).toBeUndefined();
    await next.release();
    expect(mine.has('sheet')).toBe(false);
  });

  test('is one’s who takes it at the same time as others', async () => {
    const { mine, theirs } = await twoProcesses();
    const all = await Promise.all(
      Array.from({ length: 10 }, (_, place) => (place % 2 === 0 ? mine : theirs).tryTake('sheet')),
    );
    const held = all.filter((hold) => hold !== undefined);
    expect(held).toHaveLength(1);
    await held[0]?.release();
  });

  test('is lost by who does not say in time that it lives, and kept by who takes it then', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { store, one, mine, theirs, pass } = await twoProcesses();
    const lost = await mine.take('sheet');
    expect([await lost.isMine(one.ask), lost.isMineIn(store)]).toEqual([true, true]);
    expect(lost.lost()).toBeUndefined();
    await pass('sheet');
    expect([await lost.isMine(one.ask), lost.isMineIn(store)]).toEqual([false, false]);
    const hold = await theirs.take('sheet');
    // Both say that they live.
    vi.advanceTimersByTime(5_000);
    await vi.waitFor(() => {
      expect(lost.lost()).toEqual({ code: 'lockLost', lock: 'sheet' });
    }, 10_000);
    expect(hold.lost()).toBeUndefined();
    await lost.release();
    expect(await hold.isMine(one.ask)).toBe(true);
    expect(await mine.tryTake('sheet')).toBeUndefined();
    await hold.release();
  });

  test('is held to be lost by who cannot reach the database for long', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const { one, mine } = await twoProcesses();
    const hold = await mine.take('sheet');
    const { ask } = one;
    Object.assign(one, { ask: () => Promise.reject(new Error('Connection terminated')) });
    vi.advanceTimersByTime(14_000);
    expect(hold.lost()).toBeUndefined();
    vi.advanceTimersByTime(2_000);
    expect(hold.lost()).toEqual({ code: 'lockLost', lock: 'sheet' });
    Object.assign(one, { ask });
    await hold.release();
  });
});
