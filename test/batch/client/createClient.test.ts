import type { IncomingHttpHeaders } from 'node:http';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createClient,
  type Exchange,
  FailureError,
  type HttpSettings,
  type Post,
  type ResponseEvent,
  unwrap,
  waitForResults,
} from '../../../batch/index.js';
import manifest from '../../../batch/package.json' with { type: 'json' };
import { startConnectProxy } from '../../http/connectProxy.js';
import { startTestSandbox, type SandboxUnderTest } from '../../sandbox/sandboxUnderTest.js';
import { startScriptedService } from '../../http/scriptedService.js';
import { trip } from '../../src/examples.js';

function openClient({ sandbox }: SandboxUnderTest, settings: Partial<HttpSettings> = {}) {
  const client = createClient({
    baseUrl: sandbox.baseUrl,
    token: sandbox.tokens[0] ?? '',
    ...settings,
  });
  onTestFinished(() => client.close());
  return client;
}

test('the User-Agent of a request contains the version of the client', async () => {
  const receivedHeaders: IncomingHttpHeaders[] = [];
  const service = await startScriptedService([
    ({ headers }, response) => {
      receivedHeaders.push(headers);
      response.end(JSON.stringify({ status: 'error', message: 'Not Found' }));
    },
  ]);
  onTestFinished(() => service.close());
  const client = createClient({ baseUrl: service.url, token: 'company-token-1' });
  onTestFinished(() => client.close());
  await client.retrieveRiskResult('a-1');
  expect(receivedHeaders.map((headers) => headers['user-agent'])).toEqual([
    `remote-work-assessment/${manifest.version}`,
  ]);
});

test('a call ends after its own time limit, and other calls wait longer', async () => {
  const service = await startTestSandbox({ latencyMs: 400 });
  const client = openClient(service);
  const limits = { timeoutMs: 100, maxAttempts: 1 };
  expect(await client.retrieveRiskResult('none', limits)).toMatchObject({
    ok: false,
    failure: { code: 'no_answer', message: expect.stringContaining('after 0.1 s') as string },
  });
  expect(await client.retrieveRiskResult('none')).toMatchObject({
    failure: { code: 'not_found' },
  });
});

test('onResponse receives an event with a duration for each attempt of a rate-limited call', async () => {
  const service = await startTestSandbox();
  await service.control('POST faults', { operation: 'rwa_create', fault: 'status-429', times: 1 });
  const events: ResponseEvent[] = [];
  const client = openClient(service, {
    onResponse: (event) => {
      events.push(event);
    },
  });
  const created = await client.createAssessment(trip, { context: 'first' });
  expect(created).toMatchObject({ ok: true });
  expect(events).toMatchObject([
    { attempt: 1, outcome: 'rate_limited', httpStatus: 429, context: 'first' },
    { attempt: 2, outcome: 'success', httpStatus: 200, context: 'first' },
  ]);
  for (const { durationMs } of events) expect(durationMs).toBeGreaterThan(0);
});

test('waitForResults resolves to a map of outcomes by Assessment ID', async () => {
  const service = await startTestSandbox();
  const client = openClient(service);
  const created = await client.createAssessment(trip);
  if (!created.ok) throw new Error(created.failure.message);
  const { assessmentId } = created.value;
  const waited = await waitForResults(client, [assessmentId], { intervalMs: 50 });
  expect(waited.get(assessmentId)).toMatchObject({ outcome: 'ready' });
});

test('waitForResults refuses a single ID instead of a list, and does not poll its characters', async () => {
  const service = await startTestSandbox();
  const client = openClient(service);
  // @ts-expect-error A string is not a list.
  const waiting = waitForResults(client, 'an-id');
  await expect(waiting).rejects.toThrow(/^assessmentIds is a text;.*\[assessmentId\]\.$/);
  expect((await service.readLedger()).requests.rwa_retrieve).toBe(0);
});

test('unwrap returns the value of a success, and throws a FailureError for a failure', async () => {
  const client = openClient(await startTestSandbox());
  const { assessmentId } = unwrap(await client.createAssessment(trip));
  expect(assessmentId).not.toBe('');
  const failed = await client.retrieveRiskResult('none');
  expect(() => unwrap(failed)).toThrow(FailureError);
  expect(() => unwrap(failed)).toThrow(/^Not Found\. Check the Assessment ID/);
  expect(failed).toMatchObject({ ok: false });
  const thrown = catchError(() => unwrap(failed));
  expect(thrown).toMatchObject({ name: 'FailureError', failure: { code: 'not_found' } });
});

function catchError(action: () => unknown): unknown {
  try {
    action();
    return undefined;
  } catch (error) {
    return error;
  }
}

test('await using closes the client at the end of the block', async () => {
  const service = await startTestSandbox();
  const settings = { baseUrl: service.sandbox.baseUrl, token: service.sandbox.tokens[0] ?? '' };
  let clientAfterBlock;
  {
    await using client = createClient(settings);
    unwrap(await client.createAssessment(trip));
    clientAfterBlock = client;
  }
  expect(await clientAfterBlock.createAssessment(trip)).toMatchObject({
    failure: { message: expect.stringContaining('this client was closed') as string },
  });
});

describe('with a custom transport', () => {
  function createClientWith(answer: (request: Post) => Promise<Exchange>) {
    const posts: Post[] = [];
    const transport = {
      post(request: Post) {
        posts.push(request);
        return answer(request);
      },
    };
    const client = createClient({ baseUrl: 'https://service.example/version-test', transport });
    return { client, posts };
  }

  test('a client needs no token, and sends its request through the transport', async () => {
    const { client, posts } = createClientWith(() =>
      Promise.resolve({
        delivery: 'answered',
        httpStatus: 200,
        complete: true,
        body: '{"status":"success","response":{"assessment_id":"a-1"}}',
      }),
    );
    const created = unwrap(await client.createAssessment(trip, { timeoutMs: 2_000 }));
    expect(created.assessmentId).toBe('a-1');
    const url = 'https://service.example/version-test/rwa_create';
    expect(posts).toMatchObject([{ url, timeoutMs: 2_000 }]);
    expect(JSON.parse(posts[0]?.body ?? '')).toEqual(trip);
  });

  test("createAssessment sends one request if the transport throws, and the failure omits the error's message", async () => {
    const { client, posts } = createClientWith(() =>
      Promise.reject(new TypeError('Bearer secret-1')),
    );
    const created = await client.createAssessment(trip);
    expect(created).toMatchObject({ ok: false, failure: { code: 'unconfirmed' } });
    expect(JSON.stringify(created)).not.toContain('secret-1');
    expect(posts).toHaveLength(1);
  });
});

describe('the proxy in the settings', () => {
  const httpsSettings = {
    baseUrl: 'https://rwa.example/wf',
    token: 'company-token-1',
    maxAttempts: 1,
  };

  test('replaces the proxy in the environment', async () => {
    const { proxy, environmentProxy } = await startTwoProxies();
    await using client = createClient({ ...httpsSettings, proxy: proxy.url });
    expect(await client.createAssessment(trip)).toMatchObject({ failure: { code: 'not_sent' } });
    expect(proxy.requests).toMatchObject([{ host: 'rwa.example:443' }]);
    expect(environmentProxy.requests).toEqual([]);
  });

  test('can be false, for a direct connection', async () => {
    const { environmentProxy } = await startTwoProxies();
    await using client = createClient({ ...httpsSettings, proxy: false });
    expect(await client.createAssessment(trip)).toMatchObject({ failure: { code: 'not_sent' } });
    expect(environmentProxy.requests).toEqual([]);
  });

  test.each(['', 'socks5://proxy.example:1080'])('is refused if it is invalid: "%s"', (proxy) => {
    expect(() => createClient({ ...httpsSettings, proxy })).toThrow(
      /^proxy is not the address of a proxy/,
    );
  });

  async function startTwoProxies() {
    const refuse = () => ({ status: 403 });
    const [proxy, environmentProxy] = [
      await startConnectProxy(1, refuse),
      await startConnectProxy(1, refuse),
    ];
    vi.stubEnv('https_proxy', environmentProxy.url);
    vi.stubEnv('no_proxy', '');
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    return { proxy, environmentProxy };
  }
});

test.each([{ intervalMs: 0 }, { timeoutMs: Number.NaN }, { concurrency: 0.5 }])(
  'waitForResults refuses invalid limits: %o',
  async (limits) => {
    const [name = ''] = Object.keys(limits);
    const waiting = waitForResults(openClient(await startTestSandbox()), [], limits);
    await expect(waiting).rejects.toThrow(new RegExp(`^${name} is `));
  },
);

test.each<[Partial<HttpSettings>, new () => Error]>([
  [{ baseUrl: 'http://service.example' }, TypeError],
  [{ baseUrl: undefined as unknown as string }, TypeError],
  [{ requestTimeoutMs: Number.NaN }, RangeError],
  [{ requestTimeoutMs: '5000' as unknown as number }, RangeError],
  [{ maxAttempts: 0 }, RangeError],
  [{ token: 'company\ntoken' }, TypeError],
  [{ token: 'tökén' }, TypeError],
  // An environment variable that is not set has this value.
  [{ token: undefined as unknown as string }, TypeError],
])('createClient throws an error for invalid settings: %o', (settings, error) => {
  const validSettings = { baseUrl: 'https://service.example', token: 'company-token-1' };
  expect(() => createClient({ ...validSettings, ...settings })).toThrow(error);
});

test('the error about an invalid time limit contains the name of the setting', () => {
  const settings = { baseUrl: 'http://localhost', token: 't', requestTimeoutMs: 0 };
  expect(() => createClient(settings)).toThrow(/^requestTimeoutMs is 0;/);
});
