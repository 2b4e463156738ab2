import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';
import { expect, it } from 'vitest';
import { collectInTime } from '../../batch/collectInTime.js';

const used = () => getHeapStatistics().used_heap_size;

it('gives back what is not in use any more, once there is nothing to do', async () => {
  collectInTime();
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

it('keeps the heap of a busy thread near to what is in use', async () => {
  collectInTime();
  const before = used();
  const kept: object[][] = [];
  let mostUsed = 0;
  const until = performance.now() + 3_000;
  while (performance.now() < until) {
    // Old enough to need a full collection when it is let go of.
    kept.push(Array.from({ length: 20_000 }, (_, index) => ({ name: `row ${index}` })));
    if (kept.length > 5) kept.shift();
    await turn();
    mostUsed = Math.max(mostUsed, used());
  }
  // Five are in use at a time, 8 MB. Left to itself, V8 lets the rest grow to over 100 MB.
  expect(mostUsed).toBeLessThan(before + 75e6);
});
