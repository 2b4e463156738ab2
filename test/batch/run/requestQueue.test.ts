import { expect, test } from 'vitest';
import { requestQueue } from '../../../batch/engine/run/requestQueue.js';

test('as many requests are under way as the concurrency says, the others follow in their order', async () => {
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

test('a request that fails lets the next one begin', async () => {
  const queue = requestQueue(1);
  const failing = queue(() => Promise.reject(new Error('lost')));
  const next = queue(() => Promise.resolve('sent'));
  await expect(failing).rejects.toThrow('lost');
  expect(await next).toBe('sent');
  expect(await queue(() => Promise.resolve('later'))).toBe('later');
});

test('a concurrency that is lowered and raised holds for those that wait', async () => {
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
