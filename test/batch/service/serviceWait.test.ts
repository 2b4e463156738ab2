import { expect, onTestFinished, test } from 'vitest';
import { OperatingError } from '../../../batch/engine/errors.js';
import type { Message } from '../../../batch/engine/message.js';
import { toSentence, wordMessage } from '../../../batch/cli/wording/wording.js';
import { showValues } from '../../../batch/wording/sentence.js';
import { ServiceWait } from '../../../batch/engine/run/serviceWait.js';
import { HttpTransport } from '../../../batch/http/transport.js';
import { Client } from '../../../src/client.js';
import { createFakeTiming } from '../../fakeTiming.js';
import { startConnectProxy } from '../../http/connectProxy.js';
import { startScriptedService, type Reaction } from '../../http/scriptedService.js';

const minuteMs = 60_000;
const notFound: Reaction = { body: { status: 'error', success: false, message: 'Not Found' } };
const unavailable: Reaction = { status: 503, body: '' };

/**
 * Creates a service with these answers, and a `ServiceWait` for it. `chance` is the random number
 * from 0 to 1 that determines the pauses.
 */
async function createScriptedWait(
  reactions: readonly Reaction[],
  limitMs = 30 * minuteMs,
  chance = 0,
) {
  const service = await startScriptedService(reactions);
  onTestFinished(() => service.close());
  const transport = new HttpTransport({ token: 'a-company-token', requestTimeoutMs: 60_000 });
  onTestFinished(() => transport.close());
  return { service, ...createWait(service.url, transport, limitMs, chance) };
}

function createWait(url: string, transport: HttpTransport, limitMs: number, chance = 0) {
  const messages: Message[] = [];
  const interruption = new AbortController();
  const timing = createFakeTiming(chance);
  const baseUrl = { url, isTest: true };
  const client = new Client({ baseUrl, transport, timing, maxAttempts: 1 });
  const wait = new ServiceWait(limitMs, {
    client,
    timing,
    signal: interruption.signal,
    notify: (message) => messages.push(message),
  });
  /** Waits for the service. An error has the message that the command line would show. */
  const reach = () =>
    wait.reach(url).catch((error: unknown) => {
      if (error instanceof OperatingError) error.message = showValues(toSentence(error));
      throw error;
    });
  return { messages, interruption, timing, reach };
}

const repeat = (count: number, reaction: Reaction): Reaction[] =>
  Array.from({ length: count }, () => reaction);

test('an available service causes no wait and no message', async () => {
  const { messages, timing, service, reach } = await createScriptedWait([notFound]);
  expect(await reach()).toBe(false);
  expect([messages, timing.slept, service.operations()]).toEqual([[], [], ['rwa_retrieve']]);
});

test.each<[string, Reaction]>([
  ['answers 503', unavailable],
  ['answers 503 with Retry-After', { status: 503, headers: { 'retry-after': '1' }, body: '' }],
  ['answers 429', { status: 429, body: '' }],
  ['is behind a gateway that answers 502', { status: 502, body: '<h1>Bad Gateway</h1>' }],
  ['is behind a gateway that answers 504', { status: 504, body: '' }],
  ['fails', { status: 500, body: '<!doctype html>' }],
  ['ends the connection', 'reset'],
  ['sends half an answer', { body: '{"status":"succ' }],
])('waits for a service that %s', async (_, reaction) => {
  const { messages, service, reach } = await createScriptedWait([reaction, reaction, notFound]);
  expect(await reach()).toBe(true);
  expect(service.requests).toHaveLength(3);
  expect(messages.map(wordMessage)).toEqual([
    expect.stringMatching(
      /[.] Nothing was sent[.] Trying again for 30 minutes, until 2026-11-21 10:30 UTC \(--wait-for-service\)[.]$/,
    ),
    expect.stringMatching(/^The service is available again after (2|less than a) s(econd)?[.]$/),
  ]);
});

test.each<[string, Reaction, RegExp]>([
  [
    'a refused token',
    { body: { status: 'error', success: false, message: 'Invalid Auth' } },
    /^The service refused .*: Invalid Auth[.]/,
  ],
  ['a web page', { body: '<!doctype html>' }, /The answer is not JSON but a web page[.]/],
  ['an unknown path', { status: 404, body: 'none' }, /It answered (?:\(HTTP 404\): |HTTP 404)/],
])('%s causes an error without a wait', async (_, reaction, message) => {
  const { messages, timing, reach } = await createScriptedWait([reaction]);
  const failure = await reach().catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(OperatingError);
  expect(failure).toMatchObject({
    message: expect.stringMatching(message) as string,
    outcome: 'stopped',
  });
  expect([messages, timing.slept]).toEqual([[], []]);
});

test('a refused token during the wait ends the wait at once', async () => {
  const refused: Reaction = { body: { status: 'error', success: false, message: 'Invalid Auth' } };
  const { timing, reach } = await createScriptedWait([unavailable, refused]);
  await expect(reach()).rejects.toMatchObject({ messages: [{ code: 'serviceUnusable' }] });
  expect(timing.slept).toHaveLength(1);
});

test('a proxy that refuses the password gets only one request, because retries could lock the account', async () => {
  const proxy = await startConnectProxy(9, () => ({ status: 407 }));
  const { url: uri, requests } = proxy;
  const transport = new HttpTransport({
    token: 'a-company-token',
    proxy: { uri, displayUrl: uri, variable: 'HTTPS_PROXY', hasLogin: true, noProxy: '' },
  });
  onTestFinished(() => transport.close());
  const { reach, timing } = createWait('https://rwa.example/wf', transport, minuteMs);
  await expect(reach()).rejects.toThrow('refused the name and password (HTTP 407)');
  expect([requests.length, timing.slept]).toEqual([1, []]);
});

test('pauses grow to a minute, and the last pause ends at the time limit', async () => {
  const { timing, service, reach } = await createScriptedWait(
    repeat(40, unavailable),
    5 * minuteMs,
    0.999_999,
  );
  const failure = await reach().catch((error: unknown) => error);
  expect(failure).toMatchObject({
    message: expect.stringContaining('within 5 minutes (--wait-for-service). ') as string,
    outcome: 'stopped',
  });
  const seconds = timing.slept.map((ms) => Math.round(ms / 1_000));
  expect(seconds).toEqual([1, 2, 4, 8, 16, 32, 60, 60, 60, 57]);
  expect(timing.slept.reduce((sum, ms) => sum + ms)).toBe(5 * minuteMs);
  // The last attempt is at the end of the time limit.
  expect(service.requests).toHaveLength(11);
});

test('pauses are random, and never shorter than Retry-After', async () => {
  const shortest = await createScriptedWait([unavailable, unavailable, notFound], minuteMs, 0);
  await shortest.reach();
  expect(shortest.timing.slept).toEqual([500, 1_000]);
  const withRetryAfter: Reaction = { status: 429, headers: { 'retry-after': '100' }, body: '' };
  const delayed = await createScriptedWait([withRetryAfter, notFound]);
  await delayed.reach();
  expect(delayed.timing.slept).toEqual([100_000]);
});

test('reports the remaining time at first and then every ten minutes', async () => {
  const { messages, reach } = await createScriptedWait(
    repeat(60, unavailable),
    35 * minuteMs,
    0.999_999,
  );
  await expect(reach()).rejects.toThrow('was not available within 35 minutes');
  expect(
    messages.map(
      (message) => /for (\d+) minutes, until/.exec(showValues(wordMessage(message)))?.[1],
    ),
  ).toEqual(['35', '25', '15', '5']);
});

test('all waits share one time limit, which begins with the first attempt', async () => {
  const { timing, reach } = await createScriptedWait(
    [unavailable, notFound, ...repeat(40, unavailable)],
    10 * minuteMs,
  );
  expect(await reach()).toBe(true);
  const beginMs = timing.now();
  timing.nowMs += 9 * minuteMs;
  await expect(reach()).rejects.toMatchObject({
    messages: [{ code: 'serviceStayedAway', waitedMs: 10 * minuteMs }],
  });
  // The first wait took 500 ms of the time limit.
  expect(timing.now()).toBe(beginMs + 10 * minuteMs - 500);
});

test('an interruption ends the wait at once', async () => {
  const reactions: Reaction[] = repeat(2, unavailable);
  const { interruption, reach, service } = await createScriptedWait(reactions);
  reactions.push((_, response) => {
    interruption.abort();
    response.writeHead(503).end();
  });
  expect(await reach()).toBe(false);
  expect(service.requests).toHaveLength(3);
});
