import { setTimeout as sleep } from 'node:timers/promises';
import { getHeapStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { collectInTime } from '../../batch/collectInTime.js';

const used = () => getHeapStatistics().used_heap_size;

/** What is in use, without what earlier tests have left in this process. */
function inUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return used();
}

it('gives back what is not in use any more, once there is nothing to do', async () => {
  collectInTime();
  await sleep(1_500);
  const before = inUse();
  const kept = {
    rows: Array.from({ length: 2_000_000 }, (_, index) => ({ name: `row ${index}` })),
  };
  // So old that only a full collection finds it, which nothing else would bring about; and so many that
  // what is young among them, which is found without one, leaves more than is worth a collection.
  await sleep(100);
  expect(used()).toBeGreaterThan(before + 20e6);
  kept.rows = [];
  // V8 would come to it after some eight seconds.
  await expect.poll(() => used() < before + 10e6, { timeout: 5_000, interval: 500 }).toBe(true);
});

it('keeps the heap of a busy thread near to what is in use', async () => {
  collectInTime();
  const before = inUse();
  const kept: object[][] = [];
  let mostUsed = 0;
  const until = performance.now() + 6_000;
  while (performance.now() < until) {
    // Old enough to need a full collection when it is let go of.
    kept.push(Array.from({ length: 20_000 }, (_, index) => ({ name: `row ${index}` })));
    if (kept.length > 5) kept.shift();
    mostUsed = Math.max(mostUsed, used());
    // At a pace of its own, whatever the machine: busy, but not faster than anybody looks.
    await sleep(15);
  }
  // Five are in use at a time, 8 MB. Left to itself, V8 lets the rest grow to over 100 MB.
  expect(mostUsed).toBeLessThan(before + 75e6);
});
