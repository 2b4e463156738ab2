import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { postNotice } from '../../../batch/http/webhook.js';
import { wordWebhookProblem } from '../../../batch/http/webhookProblem.js';
import { proxyUnusableText } from '../../../batch/wording/proxyUnusableText.js';
import { startConnectProxy } from '../../http/connectProxy.js';
import { startScriptedService, type Reaction } from '../../http/scriptedService.js';
import { authorityFile, startSecureService } from '../../http/secureService.js';
import { notice } from './notices.js';

const { signal } = new AbortController();

/** Posts the notice. Resolves to the problem in words, or to undefined on success. */
async function post(url: URL, options: Parameters<typeof postNotice>[2]) {
  const problem = await postNotice(url, notice, options);
  return problem && wordWebhookProblem(problem, proxyUnusableText);
}

async function startReceiver(...reactions: Reaction[]) {
  const service = await startScriptedService(reactions);
  onTestFinished(() => service.close());
  return { service, url: new URL(`${service.url}/hook?sig=secret`) };
}

test('the notice is posted once, as JSON, without a token', async () => {
  const { service, url } = await startReceiver({ body: 'ok' });
  expect(await post(url, { signal })).toBeUndefined();
  expect(service.requests).toEqual([
    { operation: 'hook?sig=secret', body: notice, authorization: undefined },
  ]);
});

test.each([
  ['HTTP 503', { status: 503, body: '' }],
  ['HTTP 429 with Retry-After', { status: 429, headers: { 'retry-after': '1' }, body: '' }],
  ['a connection reset', 'reset' as const],
])('a notice is posted again after %s', async (_, reaction) => {
  const { service, url } = await startReceiver(reaction, { status: 204, body: '' });
  expect(await post(url, { signal })).toBeUndefined();
  expect(service.requests.map(({ body }) => body)).toEqual([notice, notice]);
});

test.each([
  [404, 'answered HTTP 404'],
  [302, 'answered HTTP 302, a redirect, which is not followed'],
])('a notice is not posted again after HTTP %i', async (status, problem) => {
  const headers = { location: '/elsewhere' };
  const { service, url } = await startReceiver({ status, headers, body: '' });
  expect(await post(url, { signal })).toBe(problem);
  expect(service.requests).toHaveLength(1);
});

test.each([
  ['never answers', 'hang' as const],
  ['is always busy', { status: 503, body: '' }],
])('posting to a receiver that %s fails after the time limit', async (_, reaction) => {
  const { url } = await startReceiver(...Array.from({ length: 10 }, () => reaction));
  const problem = await post(url, {
    signal,
    limitMs: 400,
  });
  expect(problem).toBe('was not reached in time');
});

test('an interruption ends the attempts to reach a missing receiver', async () => {
  const { service, url } = await startReceiver();
  await service.close();
  const interruption = new AbortController();
  const posted = post(url, {
    signal: interruption.signal,
  });
  setTimeout(() => {
    interruption.abort();
  }, 200);
  expect(await posted).toBe('was not reached before the interruption');
});

test('a notice is sent through the proxy in HTTPS_PROXY', async () => {
  const usualCertificates = getCACertificates('default');
  setDefaultCACertificates([...usualCertificates, readFileSync(authorityFile, 'utf8')]);
  onTestFinished(() => {
    setDefaultCACertificates(usualCertificates);
  });
  const bodies: string[] = [];
  const port = await startSecureService((request, response) => {
    request.setEncoding('utf8').on('data', (text: string) => bodies.push(text));
    request.on('end', () => response.end());
  });
  // The first attempt fails at the proxy, so a second attempt follows.
  let attempts = 0;
  const proxy = await startConnectProxy(port, () =>
    attempts++ === 0 ? { status: 502 } : 'connect',
  );
  const url = new URL('https://hooks.example/hook?sig=secret');
  const env = { HTTPS_PROXY: proxy.url };
  expect(await post(url, { signal, env })).toBeUndefined();
  expect(JSON.parse(bodies.join(''))).toEqual(notice);
  expect(proxy.requests.map(({ host }) => host)).toEqual([
    'hooks.example:443',
    'hooks.example:443',
  ]);
  expect(proxy.others).toEqual([]);
});

test('a proxy that refuses the password gets one request, and the message does not contain the password', async () => {
  const proxy = await startConnectProxy(9, () => ({ status: 407 }));
  const env = { HTTPS_PROXY: proxy.url.replace('//', '//somebody:very-secret@') };
  const problem = await post(new URL('https://hooks.example/x'), {
    signal,
    env,
  });
  expect(problem).toContain(
    `was not reached: the proxy ${proxy.url} refused the name and password (HTTP 407). Correct them`,
  );
  expect(problem).not.toMatch(/somebody|very-secret|[.]$/);
  expect(proxy.requests).toHaveLength(1);
});

test('an invalid proxy is reported, but does not affect a receiver on this machine', async () => {
  const env = { HTTPS_PROXY: 'socks5://somebody:very-secret@proxy.example' };
  const problem = await post(new URL('https://hooks.example/x'), {
    signal,
    env,
  });
  expect(problem).toMatch(/^was not reached: HTTPS_PROXY is not the address of a proxy/);
  expect(problem).not.toContain('very-secret');
  const { url } = await startReceiver({ body: 'ok' });
  expect(await post(url, { signal, env })).toBeUndefined();
});
