import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { SandboxError, startSandbox } from '../../sandbox/sandbox.js';
import { type OperationName, operations } from '../../src/operations.js';
import {
  SandboxUnderTest,
  createFailure,
  invitation,
  startTestSandbox,
  trip,
} from './sandboxUnderTest.js';

// See "Wrong tokens" in docs/contract.md.
const unauthorised: Record<OperationName, string> = {
  rwa_create: 'Invalid Auth',
  rwa_retrieve: 'Invalid Auth',
  rwa_update: 'Invalid Auth',
  create_pending_user: 'Invalid authorization token',
  remove_user_access: 'Invalid authorization token',
};

describe.each(Object.entries(unauthorised))('%s', (operation, message) => {
  test.each([
    ['no token', undefined],
    ['an unknown token', 'Bearer sandbox-token-3'],
    ['another scheme', 'Basic sandbox-token'],
    ['a token without a scheme', 'sandbox-token'],
  ])(`answers "${message}" to a request with %s`, async (_name, authorization) => {
    const sandbox = await startTestSandbox();
    const response = await fetch(`${sandbox.sandbox.baseUrl}/${operation}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(authorization === undefined ? {} : { Authorization: authorization }),
      },
      body: JSON.stringify({ ...trip, ...invitation }),
    });
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual(createFailure(message));
    const { requests, commits } = await sandbox.readLedger();
    expect(requests).toMatchObject({ [operation]: 1 });
    expect(Object.values(commits)).toEqual([0, 0, 0, 0, 0]);
  });
});

describe('the sandbox refuses', () => {
  test.each([
    ['a body that is not JSON', { body: '{"purpose":' }, 400],
    ['a body that is not an object', { body: '[]' }, 400],
    ['an empty body', { body: '' }, 400],
    ['a body of more than a mebibyte', { body: `"${'x'.repeat(1024 * 1024)}"` }, 413],
    ['another content type', { body: '{}', headers: { 'Content-Type': 'text/plain' } }, 415],
    ['another method', { method: 'GET' }, 405],
    [
      'a request from a page of another site',
      { body: '{}', headers: { Origin: 'http://evil.example' } },
      403,
    ],
  ])('%s', async (_name, init, status) => {
    const sandbox = await startTestSandbox();
    const response = await fetch(`${sandbox.sandbox.baseUrl}/rwa_create`, {
      method: 'POST',
      ...init,
      headers: { 'Content-Type': 'application/json', ...('headers' in init ? init.headers : {}) },
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ status: 'error', success: false });
  });

  test('an unknown operation', async () => {
    const sandbox = await startTestSandbox();
    expect((await sandbox.post('rwa_delete', {})).status).toBe(404);
    expect((await sandbox.post('toString', {})).status).toBe(404);
  });

  test('an operation below another base URL', async () => {
    const sandbox = await startTestSandbox();
    const response = await fetch(new URL('/api/1.0/rwa_create', sandbox.sandbox.baseUrl), {
      method: 'POST',
      body: JSON.stringify(trip),
    });
    expect(response.status).toBe(404);
  });

  test('another host name that points to this machine', async () => {
    const sandbox = await startTestSandbox();
    const status = await new Promise((resolve) => {
      const url = `${sandbox.sandbox.controlUrl}ledger`;
      request(url, { headers: { Host: 'evil.example' } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
    expect(status).toBe(403);
  });
});

test('a request that breaks off is dropped and not counted', async () => {
  const sandbox = await startTestSandbox();
  const { port } = new URL(sandbox.sandbox.baseUrl);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(
    'POST /version-test/api/1.1/wf/rwa_create HTTP/1.1\r\n' +
      `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer sandbox-token\r\n` +
      'Content-Type: application/json\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n',
  );
  // The sandbox asks for the body, so it has begun to read the request.
  const [answer] = (await once(socket, 'data')) as [Buffer];
  expect(answer.toString()).toMatch(/^HTTP\/1.1 100 /);
  socket.end(JSON.stringify(trip));
  // The sandbox closes the connection when it drops the request.
  await once(socket.resume(), 'close');
  expect((await sandbox.readLedger()).requests.rwa_create).toBe(0);
});

test('the live base URL has every operation except remove_user_access', async () => {
  const sandbox = await startSandbox({ port: 0, readyAfterMs: 0 });
  for (const operation of Object.keys(operations)) {
    const response = await fetch(`${sandbox.liveBaseUrl}/${operation}`, {
      method: 'POST',
      headers: { Authorization: 'Bearer sandbox-token', 'Content-Type': 'application/json' },
      body: JSON.stringify({ staff_id: 'C-100' }),
    });
    expect([operation, response.status]).toEqual([
      operation,
      operation === 'remove_user_access' ? 404 : 200,
    ]);
  }
  const ledger = (await (await fetch(`${sandbox.controlUrl}ledger`)).json()) as {
    requests: object;
    staff: object[];
  };
  expect(ledger.requests).toMatchObject({ rwa_create: 1, remove_user_access: 0 });
  expect(ledger.staff[0]).toMatchObject({ staff_id: 'C-100', role: 'Approver' });
  await sandbox.close();
});

describe('startSandbox', () => {
  test('returns the addresses and tokens of the sandbox', async () => {
    const sandbox = await startSandbox({ port: 0 });
    expect(sandbox.origin).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(sandbox).toMatchObject({
      baseUrl: `${sandbox.origin}/version-test/api/1.1/wf`,
      liveBaseUrl: `${sandbox.origin}/api/1.1/wf`,
      tokens: ['sandbox-token', 'sandbox-token-2'],
      controlUrl: `${sandbox.origin}/_sandbox/`,
    });
    await sandbox.close();
    await expect(fetch(sandbox.origin)).rejects.toThrow();
  });

  test('throws an error that the port is in use', async () => {
    const { sandbox } = await startTestSandbox();
    const port = Number(new URL(sandbox.baseUrl).port);
    await expect(startSandbox({ port })).rejects.toThrow(
      new SandboxError(
        `Port ${port} on 127.0.0.1 is already in use. Choose another port, or 0 for a free one.`,
      ),
    );
  });

  test('delays each answer by the latency, but not the commit', async () => {
    const started = await startSandbox({ port: 0, latencyMs: 3_600_000 });
    const slowSandbox = new SandboxUnderTest(started);
    const creation = expect(slowSandbox.create()).rejects.toThrow();
    await expect.poll(async () => (await slowSandbox.readLedger()).commits.rwa_create).toBe(1);
    await started.close();
    await creation;

    const sandbox = await startTestSandbox({ latencyMs: 100 });
    const startMs = performance.now();
    await sandbox.create();
    expect(performance.now() - startMs).toBeGreaterThan(95);
  });
});
