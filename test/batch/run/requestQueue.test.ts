import { expect, test } from 'vitest';
import { systemTiming } from '../../../batch/http/timing.js';
import { RequestQueue } from '../../../batch/engine/run/limiter.js';

function testQueue(concurrency: number): RequestQueue {
  return new RequestQueue({ ...systemTiming, concurrency: () => concurrency });
}

test('runs the requests that the concurrency allows, and starts the others in order', async () => {
  const queue = testQueue(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const running = [0, 1, 2, 3].map((index) =>
    queue.run(() => {
      begun.push(index);
      return new Promise<number>((resolve) => {
        ends[index] = () => {
          resolve(index);
        };
      });
    }),
  );
  expect(begun).toEqual([0, 1]);
  ends[1]?.();
  await running[1];
  expect(begun).toEqual([0, 1, 2]);
  ends[0]?.();
  ends[2]?.();
  await Promise.all([running[0], running[2]]);
  ends[3]?.();
  expect(await Promise.all(running)).toEqual([0, 1, 2, 3]);
});

test('starts the next request after one fails', async () => {
  const queue = testQueue(1);
  const failing = queue.run(() => Promise.reject(new Error('lost')));
  const next = queue.run(() => Promise.resolve('sent'));
  await expect(failing).rejects.toThrow('lost');
  expect(await next).toBe('sent');
  expect(await queue.run(() => Promise.resolve('later'))).toBe('later');
});

test('applies a changed concurrency to queued requests', async () => {
  let concurrency = 2;
  const queue = new RequestQueue({ ...systemTiming, concurrency: () => concurrency });
  const ends: (() => void)[] = [];
  const running = [0, 1, 2, 3, 4].map((index) =>
    queue.run(() => new Promise<void>((resolve) => (ends[index] = resolve))),
  );
  concurrency = 1;
  ends[0]?.();
  await running[0];
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await running[1];
  expect(ends).toHaveLength(3);
  concurrency = 3;
  ends[2]?.();
  await running[2];
  expect(ends).toHaveLength(5);
});
