import { setTimeout as sleep } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { expect, it } from 'vitest';
import { collectWhenIdle } from '../../batch/collectWhenIdle.js';

const used = () => getHeapStatistics().used_heap_size;

it('gives back what is not in use any more, once there is nothing to do', async () => {
  collectWhenIdle();
  await sleep(1_500);
  const before = used();
  const kept = {
    rows: Array.from({ length: 2_000_000 }, (_, index) => ({ name: `row ${index}` })),
  };
  // So old that only a full collection finds it, which nothing else would bring about; and so many that
  // what is young among them, which is found without one, leaves more than is worth a collection.
  await sleep(100);
  expect(used()).toBeGreaterThan(before + 20e6);
  kept.rows = [];
  await expect.poll(() => used() < before + 10e6, { timeout: 10_000, interval: 500 }).toBe(true);
});
