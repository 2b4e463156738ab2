import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { SharedLimiter } from '../../../../../batch/server/cluster/limits/sharedLimiter.js';
import type { Share } from '../../../../../batch/server/cluster/limits/sharedLimits.js';
import { createFakeTiming } from '../../../../fakeTiming.js';
import { testDatabase, hasPostgres } from '../../../../postgres/postgresUnderTest.js';
import { testLimiter } from './testLimits.js';

const testShare: Share = { concurrency: 4, isInTransit: false };

/** Creates a limiter. The test sets its share and its clock in `scene`. */
function testScene(share: Partial<Share> = {}) {
  const scene = {
    share: { ...testShare, ...share },
    nowMs: 1_000,
    isAway: false,
    /** The permits in use, as reported with each renewal; undefined when the lease was given back. */
    renewals: [] as (number | undefined)[],
  };
  const limiter = new SharedLimiter({
    renew: (inUse) => {
      scene.renewals.push(inUse);
      return scene.isAway ? Promise.reject(new Error('away')) : Promise.resolve(scene.share);
    },
    timing: {
      now: () => scene.nowMs,
      sleep: async (ms) => {
        await delay(1);
        scene.nowMs += ms;
      },
    },
  });
  return { scene, limiter };
}

async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  const late = Symbol('late');
  return (await Promise.race([promise, delay(50, late)])) !== late;
}

/** Sends a request, which is answered when the test calls `answer`. */
function testRequest(limiter: SharedLimiter, signal?: AbortSignal) {
  const answered = Promise.withResolvers<undefined>();
  const request = {
    isSent: false,
    answer: () => {
      answered.resolve(undefined);
    },
    ended: Promise.resolve(),
  };
  request.ended = limiter.run(async () => {
    request.isSent = true;
    await answered.promise;
  }, signal);
  return request;
}

describe('a limiter', () => {
  test('sends nothing while it cannot renew its lease, not even for rows that have begun', async () => {
    const { scene, limiter } = testScene();
    let isSent = false;
    const row = limiter.runRow(async () => {
      // The process is frozen after the intent of the row, and the database is away when it wakes up.
      scene.isAway = true;
      scene.nowMs += 10_000;
      await limiter.run(() => {
        isSent = true;
        return Promise.resolve();
      });
    });
    const next = limiter.acquireStart();
    await next;
    const later = limiter.acquireStart();
    expect(await isSettled(Promise.race([row, later]))).toBe(false);
    expect(isSent).toBe(false);
    expect(limiter.concurrency).toBe(0);
    scene.isAway = false;
    await Promise.all([row, later]);
    await limiter.close();
    expect(scene.renewals.at(-1)).toBeUndefined();
  });

  test('keeps to its new share after it was frozen', async () => {
    const { scene, limiter } = testScene();
    await limiter.run(() => Promise.resolve());
    // The process was frozen, and other processes have taken most of its share.
    scene.nowMs += 10_000;
    scene.share = { ...testShare, concurrency: 1 };
    let [inFlight, mostInFlight] = [0, 0];
    const send = () =>
      limiter.run(async () => {
        mostInFlight = Math.max(mostInFlight, ++inFlight);
        await delay(20);
        inFlight--;
      });
    await Promise.all([send(), send(), send()]);
    expect(mostInFlight).toBe(1);
    await limiter.close();
  });

  test('returns permits only after it has stopped using them', async () => {
    const { scene, limiter } = testScene();
    const requests = [1, 2, 3].map(() => testRequest(limiter));
    await expect.poll(() => requests.every(({ isSent }) => isSent)).toBe(true);
    scene.share = { concurrency: 2, isInTransit: true };
    await expect.poll(() => limiter.concurrency).toBe(2);
    expect(scene.renewals).toContain(4);
    await expect.poll(() => scene.renewals.at(-1)).toBe(3);
    const fourth = testRequest(limiter);
    requests[0]?.answer();
    await expect.poll(() => scene.renewals.at(-1)).toBe(2);
    expect(fourth.isSent).toBe(false);
    for (const { answer } of [...requests, fourth]) answer();
    await Promise.all([...requests, fourth].map(({ ended }) => ended));
    await limiter.close();
  });

  test('waits for a permit before it begins a row, unless the signal of the row is aborted', async () => {
    const { scene, limiter } = testScene({ concurrency: 0 });
    const stop = new AbortController();
    let isStarted = false;
    const begin = () => {
      isStarted = true;
      return Promise.resolve();
    };
    await limiter.waitForSlot();
    const row = limiter.runRow(begin, stop.signal);
    expect(await isSettled(row)).toBe(false);
    expect(isStarted).toBe(false);
    scene.isAway = true;
    stop.abort();
    await row;
    expect(isStarted).toBe(true);
    await limiter.close();
  });

  test('spaces requests according to its share of the rate', async () => {
    const share = { ...testShare, spacingMs: 204 };
    const timing = createFakeTiming();
    const limiter = new SharedLimiter({ renew: () => Promise.resolve(share), timing });
    const times: number[] = [];
    for (let sent = 0; sent < 5; sent++) {
      await limiter.run(() => Promise.resolve(times.push(timing.now())));
    }
    await limiter.close();
    const gaps = times.slice(1).map((ms, index) => ms - (times[index] ?? 0));
    for (const gap of gaps) expect(gap).toBeGreaterThanOrEqual(204);
  });

  test('sends no burst after it was frozen', async () => {
    const { scene, limiter } = testScene({ spacingMs: 10 });
    await limiter.run(() => Promise.resolve());
    scene.nowMs += 3_000;
    const times: number[] = [];
    const sends = Array.from({ length: 20 }, () =>
      limiter.run(() => Promise.resolve(times.push(scene.nowMs))),
    );
    await Promise.all(sends);
    await limiter.close();
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(19 * 10);
  });
});

describe.skipIf(!hasPostgres)('limiters on one database', () => {
  test('share the permits, and return those that they do not use', async () => {
    const url = await testDatabase();
    const first = await testLimiter(url, { concurrency: 3 });
    const second = await testLimiter(url);
    const requests = [1, 2, 3].map(() => testRequest(first));
    await expect.poll(() => requests.every(({ isSent }) => isSent)).toBe(true);
    const next = testRequest(second);
    await delay(500);
    expect(next.isSent).toBe(false);
    requests[0]?.answer();
    requests[1]?.answer();
    await expect.poll(() => next.isSent).toBe(true);
    for (const { answer } of [...requests, next]) answer();
    await expect.poll(() => first.concurrency + second.concurrency).toBe(0);
  });

  test('each lower only their own concurrency when the service is overloaded', async () => {
    const url = await testDatabase();
    const first = await testLimiter(url, { concurrency: 8 });
    const second = await testLimiter(url);
    const requests = [first, second].map((limiter) => testRequest(limiter));
    const readConcurrency = () => [first.concurrency, second.concurrency];
    await expect.poll(readConcurrency).toEqual([4, 4]);
    const exchange = { delivery: 'answered', body: '', complete: true } as const;
    first.observe({ ...exchange, httpStatus: 429 }, 1);
    expect(readConcurrency()).toEqual([2, 4]);
    for (let good = 0; good < 5; good++) first.observe({ ...exchange, httpStatus: 200 }, 1);
    expect(readConcurrency()).toEqual([4, 4]);
    for (const { answer } of requests) answer();
    await Promise.all(requests.map(({ ended }) => ended));
  });

  test('complete more rows than they have permits', async () => {
    const limiter = await testLimiter(await testDatabase(), { concurrency: 4 });
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
