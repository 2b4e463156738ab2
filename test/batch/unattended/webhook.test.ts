import { expect, onTestFinished, test } from 'vitest';
import { postNotice } from '../../../batch/unattended/webhook.js';
import { scriptedService, type Turn } from '../../http/scriptedService.js';
import { notice } from './notices.js';

const { signal } = new AbortController();

async function receiver(...turns: Turn[]) {
  const service = await scriptedService(turns);
  onTestFinished(() => service.close());
  return { service, url: new URL(`${service.url}/hook?sig=secret`) };
}

test('the notice arrives as JSON, once, and without a token', async () => {
  const { service, url } = await receiver({ body: 'ok' });
  expect(await postNotice(url, notice, { signal })).toBeUndefined();
  expect(service.requests).toEqual([
    { operation: 'hook?sig=secret', body: notice, authorization: undefined },
  ]);
});

test.each([
  ['an answer that says to try again', { status: 503, body: '' }],
  ['a stated time', { status: 429, headers: { 'retry-after': '1' }, body: '' }],
  ['a reset', 'reset' as const],
])('%s is followed by another attempt', async (_, turn) => {
  const { service, url } = await receiver(turn, { status: 204, body: '' });
  expect(await postNotice(url, notice, { signal })).toBeUndefined();
  expect(service.requests.map(({ body }) => body)).toEqual([notice, notice]);
});

test.each([
  [404, 'answered HTTP 404'],
  [302, 'answered HTTP 302, a redirect, which is not followed'],
])('HTTP %i is final', async (status, problem) => {
  const headers = { location: '/elsewhere' };
  const { service, url } = await receiver({ status, headers, body: '' });
  expect(await postNotice(url, notice, { signal })).toBe(problem);
  expect(service.requests).toHaveLength(1);
});

test.each([
  ['never answers', 'hang' as const],
  ['is always busy', { status: 503, body: '' }],
])('a receiver that %s is given up when the time is over', async (_, turn) => {
  const { url } = await receiver(...Array.from({ length: 10 }, () => turn));
  const problem = await postNotice(url, notice, { signal, limitMs: 400 });
  expect(problem).toBe('was not reached in time');
});

test('nobody there is given up at the next interruption, and the address stays secret', async () => {
  const { service, url } = await receiver();
  await service.close();
  const interruption = new AbortController();
  const posted = postNotice(url, notice, interruption);
  setTimeout(() => {
    interruption.abort();
  }, 200);
  expect(await posted).toBe('was not reached before the interruption');
});
