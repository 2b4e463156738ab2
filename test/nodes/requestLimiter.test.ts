import { expect, test } from 'vitest';
import { RequestLimiter } from '../../nodes/shared/requestLimiter.js';

test('as many requests are under way as there are permits, the others follow in their order', async () => {
  const limiter = new RequestLimiter(2);
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const running = [0, 1, 2, 3].map((n) =>
    limiter.run(() => {
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

test('a request that fails passes its permit on', async () => {
  const limiter = new RequestLimiter(1);
  const failing = limiter.run(() => Promise.reject(new Error('lost')));
  const next = limiter.run(() => Promise.resolve('sent'));
  await expect(failing).rejects.toThrow('lost');
  expect(await next).toBe('sent');
  expect(await limiter.run(() => Promise.resolve('later'))).toBe('later');
});
