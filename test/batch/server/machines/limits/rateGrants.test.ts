import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { RateGrants } from '../../../../../batch/server/machines/limits/rateGrants.js';
import { databaseOfTest, hasPostgres } from '../../../../postgres/postgresUnderTest.js';
import { askers, withTables } from './limitsOfTest.js';
import { worstSecond } from './measuredService.js';

/** Takes grants, one after the other, until the time is up. */
async function takeAll(grants: RateGrants, untilMs: number): Promise<number[]> {
  const taken: number[] = [];
  while (performance.now() < untilMs) {
    const grant = await grants.take();
    taken.push(performance.now());
    grant?.done();
  }
  return taken;
}

test('without a rate nothing is asked', async () => {
  const grants = new RateGrants({
    connection: { last: () => Promise.reject(new Error('asked')) },
    sleep: () => Promise.resolve(),
    onTrouble: (error) => expect.fail(String(error)),
  });
  const taken = await Promise.all([grants.take(), grants.take()]);
  expect(taken.length).toBe(2);
  expect(grants.granted).toBe(0);
});

describe.skipIf(!hasPostgres)('grants of one rate', () => {
  test('come one at a time to each process: the next when the last one was used', async () => {
    const url = await databaseOfTest();
    await withTables(url);
    const [grants] = await askers(url, 1, { perSecond: 50 });
    const first = await grants?.take();
    let isGranted = false;
    const second = grants?.take().then((grant) => {
      isGranted = true;
      return grant;
    });
    await delay(200);
    expect(isGranted).toBe(false);
    first?.done();
    first?.done();
    expect(await second).toBeDefined();
    expect(grants?.granted).toBe(2);
  });

  test('are together never more than the rate, and those who ask have equal shares', async () => {
    const url = await databaseOfTest();
    await withTables(url);
    const rate = 100;
    const all = await askers(url, 3, { perSecond: rate });
    const untilMs = performance.now() + 3_000;
    const taken = await Promise.all(all.map((grants) => takeAll(grants, untilMs)));
    const times = taken.flat().toSorted((a, b) => a - b);
    expect(worstSecond(times)).toBeLessThanOrEqual(rate + 1 + all.length);
    for (const each of taken) {
      expect(each.length).toBeGreaterThan(times.length / 6);
      expect(each.length).toBeLessThan(times.length / 2);
    }
  });

  test.each([
    ['are not saved up', { perSecond: 5, burst: 1 }, 500, 60_000],
    ['are saved up for a burst', { perSecond: 0.1, burst: 4 }, 0, 10_000],
  ])('%s while nobody asks', async (_, limits, atLeastMs, lessThanMs) => {
    const url = await databaseOfTest();
    const pool = await withTables(url);
    const [grants] = await askers(url, 1, limits);
    await pool.query("UPDATE rwa.rate SET next = now() - interval '1 hour'");
    const startMs = performance.now();
    for (let taken = 0; taken < 4; taken++) (await grants?.take())?.done();
    const ms = performance.now() - startMs;
    expect(ms).toBeGreaterThanOrEqual(atLeastMs);
    expect(ms).toBeLessThan(lessThanMs);
  });

  test('are lost for no longer than one request by who dies while it waits', async () => {
    const url = await databaseOfTest();
    const pool = await withTables(url);
    const all = await askers(url, 5, { perSecond: 5 });
    const waiting = all.map((grants) => grants.take());
    await delay(100);
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name LIKE 'rwa-limits-%' AND datname = current_database()`,
    );
    // They come back and ask again.
    for (const grant of await Promise.all(waiting)) grant?.done();
    const { rows } = await pool.query<{ ahead: number }>(
      'SELECT extract(epoch FROM next - clock_timestamp())::float8 AS ahead FROM rwa.rate',
    );
    // Between two grants lies a little more than the rate demands.
    expect(rows[0]?.ahead).toBeLessThanOrEqual(1.02 / 5);
  });

  test('come also after the clock of the database was set back', async () => {
    const url = await databaseOfTest();
    const pool = await withTables(url);
    const [grants] = await askers(url, 1, { perSecond: 10 });
    await pool.query("UPDATE rwa.rate SET next = now() + interval '1 hour'");
    expect(await grants?.take()).toBeDefined();
  });

  test('come by a new rate to those who wait for the old one', async () => {
    const url = await databaseOfTest();
    const pool = await withTables(url);
    const [grants] = await askers(url, 1, { perSecond: 0.001 });
    (await grants?.take())?.done();
    const second = grants?.take();
    await delay(50);
    await pool.query('UPDATE rwa.rate SET per_second = 100');
    (await second)?.done();
    const third = grants?.take();
    await pool.query('UPDATE rwa.rate SET per_second = NULL');
    expect(await third).toBeDefined();
  });

  test('are not waited for once the signal has come', async () => {
    const url = await databaseOfTest();
    await withTables(url);
    const [grants] = await askers(url, 1, { perSecond: 0.001 });
    (await grants?.take())?.done();
    const stop = new AbortController();
    const waiting = grants?.take(stop.signal);
    stop.abort();
    expect(await waiting).toBeUndefined();
  });
});
