import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { RequestPermit } from '../../../../../batch/engine/run/limiter.js';
import { SharedLimiter } from '../../../../../batch/server/cluster/limits/sharedLimiter.js';
import type { Share, Usage } from '../../../../../batch/server/cluster/limits/shares.js';
import type { Exchange } from '../../../../../src/transport.js';
import { fakeTiming } from '../../../../fakeTiming.js';
import { databaseOfTest, hasPostgres } from '../../../../postgres/postgresUnderTest.js';
import { limiterOfTest } from './limitsOfTest.js';

const answered = (httpStatus: number): Exchange => ({
  delivery: 'answered',
  httpStatus,
  body: '',
  complete: true,
});

const shareOfTest: Share = {
  ...{ perSecond: null, burst: 1, concurrency: 4, permits: 4, now: 4, isShort: false },
};

/** A limiter whose share and clock the test sets. */
function sceneOfTest(share: Partial<Share> = {}) {
  const scene = {
    share: { ...shareOfTest, ...share },
    nowMs: 1_000,
    isAway: false,
    renewals: [] as (Usage | undefined)[],
    waits: Promise.resolve(),
  };
  const limiter = new SharedLimiter({
    concurrency: 4,
    renew: async (usage) => {
      scene.renewals.push(usage);
      await scene.waits;
      if (scene.isAway) throw new Error('away');
      return scene.share;
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

async function takePermit(limiter: SharedLimiter): Promise<RequestPermit> {
  return (await limiter.acquire()) ?? expect.fail('There is no permit.');
}

describe('a limiter', () => {
  test('sends nothing while its lease is not certain, also not what it has granted', async () => {
    const { scene, limiter } = sceneOfTest();
    const granted = await takePermit(limiter);
    scene.isAway = true;
    scene.nowMs += 10_000;
    let isSent = false;
    const sending = granted.run(() => {
      isSent = true;
      return Promise.resolve();
    });
    const next = limiter.acquire();
    expect(await isSettled(Promise.race([sending, next]))).toBe(false);
    expect(isSent).toBe(false);
    scene.isAway = false;
    await sending;
    (await next)?.release();
    await limiter.close();
    expect(scene.renewals.at(-1)).toBeUndefined();
  });

  test('sends what it has granted as far as its share allows by then', async () => {
    const { scene, limiter } = sceneOfTest();
    const granted = [
      await takePermit(limiter),
      await takePermit(limiter),
      await takePermit(limiter),
    ];
    // It was frozen, and others have taken its share.
    scene.nowMs += 10_000;
    scene.share = { ...shareOfTest, permits: 1 };
    let [inFlight, most] = [0, 0];
    await Promise.all(
      granted.map((permit) =>
        permit.run(async () => {
          most = Math.max(most, ++inFlight);
          await delay(20);
          inFlight--;
        }),
      ),
    );
    expect(most).toBe(1);
    await limiter.close();
  });

  test('grants no more than it has reported while its share is renewed', async () => {
    const { scene, limiter } = sceneOfTest();
    const first = await takePermit(limiter);
    const { promise, resolve } = Promise.withResolvers<undefined>();
    scene.waits = promise.then(() => undefined);
    await expect.poll(() => scene.renewals.at(-1)).toMatchObject({ inFlight: 1 });
    const second = limiter.acquire();
    expect(await isSettled(second)).toBe(false);
    resolve(undefined);
    (await second)?.release();
    first.release();
    await limiter.close();
  });

  test('grants as many requests at once as its part of the burst, then by its part of the rate', async () => {
    const share = { ...shareOfTest, perSecond: 10, burst: 4, permits: 2 };
    const timing = fakeTiming();
    const limiter = new SharedLimiter({
      concurrency: 4,
      renew: () => Promise.resolve(share),
      timing,
    });
    const times: number[] = [];
    for (let sent = 0; sent < 5; sent++) {
      await limiter.run(() => Promise.resolve(times.push(timing.now())));
    }
    await limiter.close();
    const gaps = times.slice(1).map((ms, index) => ms - (times[index] ?? 0));
    expect(gaps[0]).toBeLessThan(50);
    // Half of what lies between two requests is made up for.
    expect(gaps[1]).toBeGreaterThan(95);
    for (const gap of gaps.slice(2)) expect(gap).toBeGreaterThan(190);
  });
});

describe.skipIf(!hasPostgres)('the limiters of several processes', () => {
  /** Takes as many permits. */
  const takes = (limiter: SharedLimiter, count: number) =>
    Promise.all(Array.from({ length: count }, () => takePermit(limiter)));

  /** Sends again and again, so that the process renews its share. */
  function sendsOn(limiter: SharedLimiter) {
    let isStopped = false;
    const turn = async () => {
      while (!isStopped) await limiter.run(() => delay(5));
    };
    const ended = turn();
    return async () => {
      isStopped = true;
      await ended;
    };
  }

  test('share the permits, which come free when they end', async () => {
    const url = await databaseOfTest();
    const one = await limiterOfTest(url, { concurrency: 3 });
    const other = await limiterOfTest(url);
    const permits = await takes(one, 3);
    const next = takePermit(other);
    await delay(500);
    expect(await isSettled(next)).toBe(false);
    permits[0]?.release();
    permits[1]?.release();
    (await next).release();
    for (const permit of permits) permit.release();
    await expect.poll(() => one.held + other.held).toBe(0);
  });

  test('give a permit up when the signal comes', async () => {
    const limiter = await limiterOfTest(await databaseOfTest(), { concurrency: 1 });
    const permit = await takePermit(limiter);
    const stop = new AbortController();
    const waiting = limiter.acquire(stop.signal);
    stop.abort();
    expect(await waiting).toBeUndefined();
    permit.release();
    expect(await limiter.run(() => Promise.resolve('sent'))).toBe('sent');
  });

  test('lower the concurrency for all when one hears 429, and raise it after good answers', async () => {
    const url = await databaseOfTest();
    const one = await limiterOfTest(url, { concurrency: 8 });
    const other = await limiterOfTest(url);
    const stops = [one, other].map(sendsOn);
    await expect.poll(() => one.held + other.held).toBe(8);
    for (const limiter of [one, other, one]) limiter.observe(answered(429), 1);
    for (const limiter of [one, other]) await expect.poll(() => limiter.concurrency).toBe(4);
    for (let good = 0; good < 40; good++) other.observe(answered(200), 1);
    for (const limiter of [one, other]) await expect.poll(() => limiter.concurrency).toBe(8);
    for (const stop of stops) await stop();
  });

  test('have room for rows as long as permits are lacking', async () => {
    const limiter = await limiterOfTest(await databaseOfTest(), { concurrency: 4 });
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
