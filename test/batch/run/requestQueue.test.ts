import { expect, test } from 'vitest';
import { requestQueue } from '../../../batch/engine/run/limiter.js';

test('runs as many requests at a time as the concurrency, and starts the others in order', async () => {
  const queue = requestQueue(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const running = [0, 1, 2, 3].map((n) =>
    queue(() => {
      begun.push(n);
      return new Promise<number>((resolve) => {
        ends[n] = () => {
          resolve(n);
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
  const queue = requestQueue(1);
  const failing = queue(() => Promise.reject(new Error('lost')));
  const next = queue(() => Promise.resolve('sent'));
  await expect(failing).rejects.toThrow('lost');
  expect(await next).toBe('sent');
  expect(await queue(() => Promise.resolve('later'))).toBe('later');
});

test('applies a changed concurrency to queued requests', async () => {
  const queue = requestQueue(2);
  const ends: (() => void)[] = [];
  const running = [0, 1, 2, 3, 4].map((n) =>
    queue(() => new Promise<void>((resolve) => (ends[n] = resolve))),
  );
  queue.concurrency = 1;
  ends[0]?.();
  await running[0];
  expect(ends).toHaveLength(2);
  ends[1]?.();
  await running[1];
  expect(ends).toHaveLength(3);
  queue.concurrency = 3;
  ends[2]?.();
  await running[2];
  expect(ends).toHaveLength(5);
});
