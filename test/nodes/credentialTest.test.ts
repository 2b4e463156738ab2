import type { ICredentialTestFunctions, ICredentialsDecrypted } from 'n8n-workflow';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { RemoteWorkAssessmentApi } from '../../credentials/RemoteWorkAssessmentApi.credentials.js';
import { credentialTest } from '../../nodes/shared/credentialTest.js';
import { type Sandbox, startSandbox } from '../../sandbox/sandbox.js';
import { unauthorizedMessages } from '../../src/answer.js';
import { operations } from '../../src/operations.js';

interface LegacyRequest {
  readonly uri: string;
  readonly headers: Record<string, string>;
  readonly body: string;
}

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox({ port: 0 });
});
afterAll(() => sandbox.close());

/** Presses the Test button. Returns the result in n8n and the URLs of the requests. */
async function pressTest(data: { baseUrl?: string; token?: string }) {
  const sentTo: string[] = [];
  const request = async ({ uri, headers, body }: LegacyRequest) => {
    sentTo.push(uri);
    const response = await fetch(uri, { method: 'POST', headers, body, redirect: 'manual' });
    return { statusCode: response.status, body: await response.text() };
  };
  const context = { helpers: { request } } as unknown as ICredentialTestFunctions;
  const result = await credentialTest.remoteWorkAssessmentApiTest.call(context, {
    data: { baseUrl: sandbox.baseUrl, token: 'sandbox-token', ...data },
  } as unknown as ICredentialsDecrypted);
  return { ...result, sentTo };
}

/** Presses the button with the URL of a server that always gives this answer. */
async function pressTestOn(status: number, body: string, headers: Record<string, string> = {}) {
  const server = createServer((_request, response) => {
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  try {
    const { port } = server.address() as AddressInfo;
    return await pressTest({ baseUrl: `http://127.0.0.1:${port}/version-test/api/1.1/wf` });
  } finally {
    server.close();
  }
}

test('a valid token and base URL pass, even with copied spaces and line breaks', async () => {
  expect(await pressTest({})).toMatchObject({ status: 'OK' });
  const copied = { baseUrl: ` ${sandbox.baseUrl}/\n`, token: ' sandbox-token\n' };
  expect(await pressTest(copied)).toMatchObject({ status: 'OK' });
});

test('a refused token is reported', async () => {
  const { status, message } = await pressTest({ token: 'wrong' });
  expect(status).toBe('Error');
  expect(message).toMatch(/^The service refused the token \(Invalid Auth\)\. Check the token/);
  for (const message of unauthorizedMessages) {
    const body = JSON.stringify({ status: 'error', success: false, message: message });
    expect((await pressTestOn(200, body)).message).toContain(`refused the token (${message})`);
  }
  expect((await pressTestOn(401, '')).message).toContain('refused the token (HTTP 401)');
});

test.each([
  ['http://example.com/wf', /uses http, which would expose the company token to the network/],
  ['', /The base URL cannot be used/],
  ['example.com/wf', /The base URL cannot be used/],
])('nothing is sent to the base URL %j', async (baseUrl, message) => {
  const result = await pressTest({ baseUrl });
  expect(result).toMatchObject({ status: 'Error', sentTo: [] });
  expect(result.message).toMatch(message);
});

test.each(Object.keys(operations))('a base URL that ends with %s is reported', async (name) => {
  const result = await pressTest({ baseUrl: `${sandbox.baseUrl}/${name}/` });
  expect(result).toMatchObject({
    status: 'Error',
    sentTo: [],
    message: `The base URL ends with the operation ${name}. Remove it: ${sandbox.baseUrl}.`,
  });
});

test('nothing is sent without a token', async () => {
  expect(await pressTest({ token: '  ' })).toMatchObject({
    status: 'Error',
    sentTo: [],
    message: "The token is empty. Enter your company's token.",
  });
});

test('an unreachable host and a wrong path have different messages', async () => {
  const closed = await startSandbox({ port: 0 });
  await closed.close();
  const refused = await pressTest({ baseUrl: closed.baseUrl });
  expect(refused.message).toMatch(
    /^http:\/\/127\.0\.0\.1:\d+ could not be reached: the connection was refused\. Check http/,
  );
  const elsewhere = await pressTest({ baseUrl: sandbox.baseUrl.replace('/wf', '/elsewhere') });
  expect(elsewhere.message).toMatch(
    /answered, but the assessment service was not found at this path/,
  );
});

test.each([
  ['a web page', 200, '<h1>It works</h1>'],
  ['JSON from another program', 200, '{"ok":true}'],
  ['a response with status 404', 404, 'Not Found'],
  ['a redirect', 301, ''],
])('%s is reported as a wrong path', async (_what, status, body) => {
  const { message } = await pressTestOn(status, body, { location: 'http://127.0.0.1:9/' });
  expect(message).toMatch(/was not found at this path: .*Check the path of the base URL/);
});

test('an unavailable service is not reported as a wrong path', async () => {
  expect((await pressTestOn(502, 'Bad Gateway')).message).toMatch(
    /cannot process requests at the moment: .*HTTP 502.*Try again later\.$/,
  );
});

test('the message does not contain the token although the answer does', async () => {
  const body = JSON.stringify({ status: 'odd', message: 'sandbox-token' });
  expect((await pressTestOn(418, body)).message).not.toContain('sandbox-token');
});

test('the credential adds the trimmed token to each request', async () => {
  const { authenticate } = new RemoteWorkAssessmentApi();
  const request = { url: 'https://example.com', headers: { Accept: 'application/json' } };
  expect(await authenticate({ token: ' a-token\n' }, request)).toEqual({
    ...request,
    headers: { Accept: 'application/json', Authorization: 'Bearer a-token' },
  });
});
