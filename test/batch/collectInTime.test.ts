import { setTimeout as sleep } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { expect, it } from 'vitest';
import { collectInTime } from '../../batch/collectInTime.js';

const used = () => getHeapStatistics().used_heap_size;

it('gives back what is not in use any more, once there is nothing to do', async () => {
  collectInTime();
  await sleep(1_500);
  const kept = {
    rows: Array.from({ length: 2_000_000 }, (_, index) => ({ name: `row ${index}` })),
  };
  // So old that only a full collection finds it, which nothing else would bring about; and so many that
  // what is young among them, which is found without one, leaves more than is worth a collection.
  await sleep(100);
  const full = used();
  kept.rows = [];
  // V8 would come to it after some eight seconds.
  await expect.poll(() => used() < full - 20e6, { timeout: 5_000, interval: 500 }).toBe(true);
});
