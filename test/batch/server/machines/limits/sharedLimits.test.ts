import { describe, expect, test } from 'vitest';
import type { RequestPermit } from '../../../../../batch/engine/run/limiter.js';
import type { Exchange } from '../../../../../src/transport.js';
import { databaseOfTest, hasPostgres } from '../../../../postgres/postgresUnderTest.js';
import { limitsOfTest, withTables } from './limitsOfTest.js';

const answered = (httpStatus: number): Exchange => ({
  delivery: 'answered',
  httpStatus,
  body: '',
  complete: true,
});

/** Takes so many permits that others have none, and resolves to what gives them back. */
async function takes(
  limits: Awaited<ReturnType<typeof limitsOfTest>>,
  count: number,
): Promise<(RequestPermit | undefined)[]> {
  const taken: Promise<RequestPermit | undefined>[] = [];
  for (let n = 0; n < count; n++) taken.push(limits.limiter.acquire?.() ?? expect.fail());
  return Promise.all(taken);
}

/** Sends again and again, so that the process keeps looking. */
function sendsOn({ limiter }: Awaited<ReturnType<typeof limitsOfTest>>) {
  let isStopped = false;
  const turn = async () => {
    while (!isStopped) {
      await limiter.run(() => new Promise((resolve) => setTimeout(resolve, 5)));
    }
  };
  const ended = turn();
  return async () => {
    isStopped = true;
    await ended;
  };
}

describe.skipIf(!hasPostgres)('limits of several processes', () => {
  test('the first start writes them, and a later one changes what it names, for all', async () => {
    const url = await databaseOfTest();
    await withTables(url);
    const first = await limitsOfTest(url, { rate: 50, concurrency: 8 });
    const agreed = { perSecond: 50, burst: 1, concurrency: 8 };
    expect(first.agreed).toEqual(agreed);
    const second = await limitsOfTest(url);
    expect(second.agreed).toEqual(agreed);
    const third = await limitsOfTest(url, { rate: null, burst: 3, concurrency: 4 });
    const changed = { perSecond: null, burst: 3, concurrency: 4 };
    expect(third.agreed).toEqual(changed);
    const stop = sendsOn(first);
    await expect.poll(() => first.limiter.concurrency).toBe(4);
    await stop();
  });

  test('a start without its tables says so', async () => {
    const url = await databaseOfTest();
    await expect(limitsOfTest(url)).rejects.toThrow('rwa.concurrency');
  });

  test('permits of one are not those of another, and come free when it ends', async () => {
    const url = await databaseOfTest();
    await withTables(url);
    const one = await limitsOfTest(url, { concurrency: 3 });
    const other = await limitsOfTest(url);
    const permits = await takes(one, 3);
    let isGiven = false;
    const next = other.limiter.acquire?.().then((permit) => {
      isGiven = true;
      return permit;
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(isGiven).toBe(false);
    permits[0]?.release();
    const given = await next;
    expect(given).toBeDefined();
    expect([one.held(), other.held()]).toEqual([2, 1]);
    for (const permit of [...permits, given]) permit?.release();
    await expect.poll(() => one.held() + other.held()).toBe(0);
  });

  test('a permit that waits is given up when the signal comes', async () => {
    const url = await databaseOfTest();
    await withTables(url);
    const { limiter } = await limitsOfTest(url, { concurrency: 1 });
    const permit = await limiter.acquire?.();
    const stop = new AbortController();
    const waiting = limiter.acquire?.(stop.signal);
    stop.abort();
    expect(await waiting).toBeUndefined();
    permit?.release();
    expect(await limiter.run(() => Promise.resolve('sent'))).toBe('sent');
  });

  test('one that hears 429 lowers the concurrency for all, once; good answers raise it', async () => {
    const url = await databaseOfTest();
    const pool = await withTables(url);
    const one = await limitsOfTest(url, { concurrency: 8 });
    const other = await limitsOfTest(url);
    const stops = [one, other].map(sendsOn);
    for (const { limiter } of [one, other, one]) limiter.observe(answered(429), 1);
    for (const { limiter } of [one, other]) {
      await expect.poll(() => limiter.concurrency).toBe(4);
    }
    await pool.query("UPDATE rwa.concurrency SET last_cut = now() - interval '2 seconds'");
    other.limiter.observe(answered(200), 5_001);
    for (const { limiter } of [one, other]) {
      await expect.poll(() => limiter.concurrency).toBe(2);
    }
    // A round of two, of three, and two of four.
    for (let good = 0; good < 3; good++) one.limiter.observe(answered(200), 1);
    for (let good = 0; good < 4; good++) other.limiter.observe(answered(200), 1);
    for (const { limiter } of [one, other]) {
      await expect.poll(() => limiter.concurrency).toBe(4);
    }
    for (let good = 0; good < 40; good++) other.limiter.observe(answered(200), 1);
    await expect.poll(() => one.limiter.concurrency).toBe(8);
    for (const stop of stops) await stop();
  });

  test('there is room for rows as long as permits are lacking', async () => {
    const url = await databaseOfTest();
    await withTables(url);
    const { limiter } = await limitsOfTest(url, { concurrency: 4 });
    let done = 0;
    const rows: Promise<void>[] = [];
    for (let row = 0; row < 50; row++) {
      await limiter.waitForSlot();
      rows.push(
        limiter.runRow(async () => {
          await limiter.run(() => Promise.resolve());
          done++;
        }),
      );
    }
    await Promise.all(rows);
    expect(done).toBe(50);
  });
});
