import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { retryWhileUnavailable } from '../../../../batch/server/db/retry.js';
import { DatabaseError } from '../../../../batch/server/db/errors.js';
import { limitWaits, watchWaits, withWaitLimit } from '../../../../batch/server/db/waitLimit.js';

const limitMs = 400;

const failAsUnavailable = () => Promise.reject(new DatabaseError('unavailable', { isLost: true }));

test('after a slow statement, the next one gets only the time that is left', async () => {
  const limits = await limitWaits(limitMs, async () => {
    const first = await withWaitLimit(30_000, (leftMs) => sleep(600, leftMs));
    return [first, await withWaitLimit(30_000, (leftMs) => Promise.resolve(leftMs))];
  });
  expect(limits[0]).toBe(limitMs);
  expect(limits[1]).toBeLessThan(limitMs / 2);
});

test('a long wait of watched work is reported, and its statement keeps its own time limit', async () => {
  const onOver = vi.fn();
  const result = await watchWaits({ limitMs, leftMs: limitMs }, onOver, () =>
    withWaitLimit(30_000, (leftMs) => sleep(2 * limitMs, leftMs)),
  );
  expect(result).toBe(30_000);
  expect(onOver).toHaveBeenCalledOnce();
});

test('long work with short statements is not reported', async () => {
  const onOver = vi.fn();
  await watchWaits({ limitMs, leftMs: limitMs }, onOver, async () => {
    for (let statement = 0; statement < 20; statement++) {
      await withWaitLimit(30_000, () => sleep(50));
    }
  });
  expect(onOver).not.toHaveBeenCalled();
});

test('the pauses between attempts count as waiting', async () => {
  const onOver = vi.fn();
  const attempts = watchWaits({ limitMs, leftMs: limitMs }, onOver, () =>
    retryWhileUnavailable(failAsUnavailable, undefined, 3 * limitMs),
  );
  await expect(attempts).rejects.toThrow('unavailable');
  expect(onOver).toHaveBeenCalled();
});

test('a request stops retrying soon after its wait limit', async () => {
  const beganMs = performance.now();
  await expect(limitWaits(limitMs, () => retryWhileUnavailable(failAsUnavailable))).rejects.toThrow(
    'unavailable',
  );
  expect(performance.now() - beganMs).toBeLessThan(10 * limitMs);
});
