import { expect, test } from 'vitest';
import { ConcurrencyLimit } from '../../../../batch/server/http/concurrencyLimit.js';

test('of 50 simultaneous uploads, the first 16 run and 34 are refused with the seconds to wait', async () => {
  const uploads = new ConcurrencyLimit({ total: 16, perMember: 50 });
  const { promise, resolve } = Promise.withResolvers<string>();
  const runs = Array.from({ length: 50 }, () => uploads.run('ada', () => promise));
  const settling = Promise.allSettled(runs);
  resolve('done');

  const settled = await settling;
  expect(settled.slice(0, 16)).toEqual(Array(16).fill({ status: 'fulfilled', value: 'done' }));
  const busy = { code: 'busy', retryAfterSeconds: 5 };
  expect(settled.slice(16)).toMatchObject(Array(34).fill({ status: 'rejected', reason: busy }));
  // Uploads that have ended or failed no longer count.
  await expect(uploads.run('ada', () => Promise.reject(new Error('full')))).rejects.toThrow('full');
  await expect(
    Promise.all(Array.from({ length: 16 }, () => uploads.run('ada', () => 1))),
  ).resolves.toHaveLength(16);
});

test('slow uploads of one member do not block the uploads of other members', async () => {
  const uploads = new ConcurrencyLimit({ total: 16, perMember: 4 });
  const { promise, resolve } = Promise.withResolvers<string>();
  const slow = Array.from({ length: 4 }, () => uploads.run('ada', () => promise));
  await expect(uploads.run('ada', () => 'fifth')).rejects.toMatchObject({
    code: 'busy',
    message: 'You have 4 uploads under way. Try again in a few seconds.',
  });
  await expect(uploads.run('ben', () => 'first')).resolves.toBe('first');
  resolve('done');
  await Promise.all(slow);
  await expect(uploads.run('ada', () => 'next')).resolves.toBe('next');
});
