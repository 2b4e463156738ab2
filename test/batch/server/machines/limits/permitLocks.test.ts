import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { agreeOnLimits } from '../../../../../batch/server/machines/limits/agreeOnLimits.js';
import { LimitsConnection } from '../../../../../batch/server/machines/limits/limitsConnection.js';
import {
  graceMs,
  PermitLocks,
  setUpOfLocks,
} from '../../../../../batch/server/machines/limits/permitLocks.js';
import { databaseOfTest, hasPostgres } from '../../../../postgres/postgresUnderTest.js';
import { withTables } from './limitsOfTest.js';

/** The locks of so many processes on three permits, and what cuts the connection of the first. */
async function locksOfTest(count: number) {
  const url = await databaseOfTest();
  const pool = await withTables(url);
  const made = Array.from({ length: count }, () => {
    const connection = new LimitsConnection({ url, setUp: setUpOfLocks });
    onTestFinished(() => connection.close());
    return { connection, locks: new PermitLocks(connection) };
  });
  const [first] = made;
  if (first === undefined) throw new Error('At least one.');
  await agreeOnLimits(first.connection, { concurrency: 3 });
  const cut = async () => {
    const [me] = await first.connection.rows<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await pool.query('SELECT pg_terminate_backend($1, 5000)', [me?.pid]);
    // The first question notices it.
    await first.locks.look().catch(() => undefined);
  };
  return { all: made.map(({ locks }) => locks), cut };
}

const sorted = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b);

describe.skipIf(!hasPostgres)('permits as locks', () => {
  test('one that is taken is nobody else’s until it is given back', async () => {
    const {
      all: [one, other],
    } = await locksOfTest(2);
    expect(await one?.take([0, 1])).toEqual([0, 1]);
    expect(await other?.take([1, 2])).toEqual([2]);
    expect(await one?.look()).toMatchObject({ mine: [0, 1], free: [] });
    expect(await other?.look()).toMatchObject({ mine: [2], free: [] });
    await one?.giveBack([1]);
    expect(await other?.look()).toMatchObject({ mine: [2], free: [1] });
    expect(await other?.take([1])).toEqual([1]);
  });

  test('those of a broken connection come back to who had them; others wait for a time', async () => {
    const {
      all: [one, other],
      cut,
    } = await locksOfTest(2);
    await one?.take([0, 1]);
    await cut();
    expect(await other?.look()).toMatchObject({ free: [2], lost: [0, 1] });
    expect(await other?.take([0, 1])).toEqual([]);
    await other?.noteLost([0, 1]);
    expect(await other?.look()).toMatchObject({ free: [2], lost: [] });

    const back = await one?.look();
    expect(back).toMatchObject({ mine: [], toClear: [0, 1] });
    expect(sorted(back?.free ?? [])).toEqual([0, 1, 2]);
    expect(back?.free.slice(0, 2)).toEqual([0, 1]);
    expect(await one?.take([0])).toEqual([0]);
    // Too late for it, and it is known to be lost no more.
    await other?.noteLost([0, 1]);
    await delay(graceMs + 100);
    expect(sorted((await other?.look())?.free ?? [])).toEqual([1, 2]);
    expect(await other?.take([0, 1])).toEqual([1]);
    await cut();
    expect(await other?.look()).toMatchObject({ free: [2], lost: [0] });
  });

  test('who needs its lost permits no more says so, and others need not wait', async () => {
    const {
      all: [one, other],
      cut,
    } = await locksOfTest(2);
    await one?.take([0, 1]);
    await cut();
    await one?.clear([0, 1]);
    expect(sorted((await other?.look())?.free ?? [])).toEqual([0, 1, 2]);
  });

  test('everybody sees who sends, and how many are hungry', async () => {
    const {
      all: [one, other, third],
    } = await locksOfTest(3);
    await one?.wish('active', true);
    await other?.wish('active', true);
    await other?.wish('hungry', true);
    expect(await one?.look()).toMatchObject({ senders: 2, hungryOthers: 1 });
    expect(await other?.look()).toMatchObject({ senders: 2, hungryOthers: 0 });
    expect(await third?.look()).toMatchObject({ senders: 2, place: -1, hungryOthers: 1 });
    const places = [(await one?.look())?.place, (await other?.look())?.place];
    expect(places.toSorted()).toEqual([0, 1]);
    await other?.wish('hungry', false);
    await other?.wish('active', false);
    expect(await one?.look()).toMatchObject({ senders: 1, place: 0, hungryOthers: 0 });
  });
});
