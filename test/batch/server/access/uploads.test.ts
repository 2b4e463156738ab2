import { expect, test } from 'vitest';
import { AtOnce } from '../../../../batch/server/http/atOnce.js';

test('of 50 uploads at once the first 16 run, the others are told to come again', async () => {
  const uploads = new AtOnce(16);
  const { promise, resolve } = Promise.withResolvers<string>();
  const all = Array.from({ length: 50 }, () => uploads.run(() => promise));
  const settled = Promise.allSettled(all);
  resolve('done');

  const refused = (await settled).flatMap((one) =>
    one.status === 'rejected' ? [one.reason as unknown] : [],
  );
  expect(refused).toHaveLength(34);
  expect(refused[0]).toMatchObject({ code: 'busy', retryAfterSeconds: 5 });
  // Uploads that have ended or failed give their places back.
  await expect(uploads.run(() => Promise.reject(new Error('full')))).rejects.toThrow('full');
  await expect(
    Promise.all(Array.from({ length: 16 }, () => uploads.run(() => 1))),
  ).resolves.toHaveLength(16);
});
