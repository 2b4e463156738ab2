import type { IncomingHttpHeaders } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import {
  type ClientSettings,
  createClient,
  type ResponseEvent,
  waitForResults,
} from '../../../batch/index.js';
import manifest from '../../../batch/package.json' with { type: 'json' };
import { sandboxOfTest, type SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { scriptedService } from '../../http/scriptedService.js';
import { trip } from '../../src/examples.js';

function clientOf({ sandbox }: SandboxUnderTest, settings: Partial<ClientSettings> = {}) {
  const client = createClient({
    baseUrl: sandbox.baseUrl,
    token: sandbox.tokens[0] ?? '',
    ...settings,
  });
  onTestFinished(() => client.close());
  return client;
}

test('a request says which version of the client sends it', async () => {
  const seen: IncomingHttpHeaders[] = [];
  const service = await scriptedService([
    ({ headers }, response) => {
      seen.push(headers);
      response.end(JSON.stringify({ status: 'error', message: 'Not Found' }));
    },
  ]);
  onTestFinished(() => service.close());
  const client = createClient({ baseUrl: service.url, token: 'company-token-1' });
  onTestFinished(() => client.close());
  await client.retrieveRiskResult('a-1');
  expect(seen.map((headers) => headers['user-agent'])).toEqual([
    `remote-work-assessment/${manifest.version}`,
  ]);
});

test('a call that has its own time gives up after it, and another one waits longer', async () => {
  const sandbox = await sandboxOfTest({ latencyMs: 400 });
  const client = clientOf(sandbox);
  const limits = { timeoutMs: 100, maxAttempts: 1 };
  expect(await client.retrieveRiskResult('none', limits)).toMatchObject({
    ok: false,
    failure: { code: 'no_answer', message: expect.stringContaining('after 0.1 s') as string },
  });
  expect(await client.retrieveRiskResult('none')).toMatchObject({
    failure: { code: 'not_found' },
  });
});

test('events tell each attempt of a call that was limited, with its time', async () => {
  const sandbox = await sandboxOfTest();
  await sandbox.control('POST faults', { operation: 'rwa_create', fault: 'status-429', times: 1 });
  const answers: ResponseEvent[] = [];
  const client = clientOf(sandbox, {
    onResponse: (event) => {
      answers.push(event);
    },
  });
  const made = await client.createAssessment(trip, { context: 'first' });
  expect(made).toMatchObject({ ok: true });
  expect(answers).toMatchObject([
    { attempt: 1, outcome: 'rate_limited', httpStatus: 429, context: 'first' },
    { attempt: 2, outcome: 'success', httpStatus: 200, context: 'first' },
  ]);
  // Not the wait between them.
  for (const { durationMs } of answers) expect(durationMs).toBeGreaterThan(0);
});

test('a call that may try once leaves the retry to its caller', async () => {
  const sandbox = await sandboxOfTest();
  await sandbox.control('POST faults', { operation: 'rwa_create', fault: 'status-429', times: 1 });
  const client = clientOf(sandbox);
  expect(await client.createAssessment(trip, { maxAttempts: 1 })).toMatchObject({
    ok: false,
    failure: { code: 'busy', retryCanHelp: true },
  });
  expect((await sandbox.ledger()).requests.rwa_create).toBe(1);
});

test('results are waited for with the client', async () => {
  const sandbox = await sandboxOfTest();
  const client = clientOf(sandbox);
  const made = await client.createAssessment(trip);
  if (!made.ok) throw new Error(made.failure.message);
  const { assessmentId } = made.value;
  const waited = await waitForResults(client, [assessmentId], { intervalMs: 50 });
  expect(waited.get(assessmentId)).toMatchObject({ outcome: 'ready' });
});

test.each([{ intervalMs: 0 }, { timeoutMs: Number.NaN }, { concurrency: 0.5 }])(
  'results are not waited for with impossible limits: %o',
  async (limits) => {
    const [name = ''] = Object.keys(limits);
    const waiting = waitForResults(clientOf(await sandboxOfTest()), [], limits);
    await expect(waiting).rejects.toThrow(new RegExp(`^${name} is `));
  },
);

test.each<[Partial<ClientSettings>, new () => Error]>([
  [{ baseUrl: 'http://service.example' }, TypeError],
  [{ baseUrl: undefined as unknown as string }, TypeError],
  [{ requestTimeoutMs: Number.NaN }, RangeError],
  [{ requestTimeoutMs: '5000' as unknown as number }, RangeError],
  [{ maxAttempts: 0 }, RangeError],
  [{ token: 'company\ntoken' }, TypeError],
  [{ token: 'tökén' }, TypeError],
  // A variable of the environment that is not set.
  [{ token: undefined as unknown as string }, TypeError],
])('settings that cannot be used are thrown: %o', (settings, error) => {
  const usable = { baseUrl: 'https://service.example', token: 'company-token-1' };
  expect(() => createClient({ ...usable, ...settings })).toThrow(error);
});

test('a client that was closed says so at once', async () => {
  const client = clientOf(await sandboxOfTest());
  await client.close();
  expect(await client.createAssessment(trip)).toMatchObject({
    ok: false,
    failure: { message: expect.stringContaining('this client was closed') as string },
  });
});

test('an impossible time limit is called what the caller calls it', () => {
  const settings = { baseUrl: 'http://localhost', token: 't', requestTimeoutMs: 0 };
  expect(() => createClient(settings)).toThrow(/^requestTimeoutMs is 0;/);
});
