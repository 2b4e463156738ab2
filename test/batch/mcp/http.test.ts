import { readFile, stat } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { expect, onTestFinished, test } from 'vitest';
import { startTestSandbox, trip } from '../../sandbox/sandboxUnderTest.js';
import { folderWith, rwa, start, toEnv } from '../cli/rwaUnderTest.js';
import { AgentUnderTest } from './mcpUnderTest.js';

async function startHttpServer() {
  const sandbox = await startTestSandbox();
  const folder = await folderWith();
  const requestFolder = join(folder, 'own');
  const server = start(folder, ['mcp', '--http', '0', '--folder', requestFolder], toEnv(sandbox));
  onTestFinished(async () => {
    server.kill('SIGTERM');
    await server.ended;
  });
  await server.waitForText('Token:');
  const [, url = ''] = /URL: +(\S+)/.exec(server.printed()) ?? [];
  const tokenFile = join(requestFolder, 'http-token');
  const token = await readFile(tokenFile, 'utf8');
  const connect = async () => {
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { Authorization: `Bearer ${token}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
    return new AgentUnderTest(client);
  };
  return { sandbox, server, url, token, tokenFile, connect };
}

/**
 * Sends a request and resolves to the HTTP status. The headers may include names that `fetch`
 * forbids, such as Host.
 */
function post(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
  return new Promise((resolve, reject) => {
    request(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
        ...headers,
      },
    })
      .on('response', (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
      .on('error', reject)
      .end(body);
  });
}

test('two agents over HTTP with the same trip create one assessment, and the token is not printed', async () => {
  const { sandbox, server, token, connect } = await startHttpServer();
  const agents = await Promise.all([connect(), connect()]);
  const answers = await Promise.all(agents.map((agent) => agent.create(trip)));
  expect(new Set(answers.map(({ data }) => data.assessmentId)).size).toBe(1);
  expect((await sandbox.readLedger()).commits.rwa_create).toBe(1);
  expect(server.printed()).not.toContain(token);
});

test('a server refuses a wrong token, host, origin, session or path, and its token file is private', async () => {
  const { url, token, tokenFile } = await startHttpServer();
  const { host } = new URL(url);
  const bearer = { Authorization: `Bearer ${token}` };
  expect((await stat(tokenFile)).mode & 0o777).toBe(0o600);
  const refusals: [Record<string, string>, number][] = [
    [{}, 401],
    [{ Authorization: `Bearer ${token.slice(1)}` }, 401],
    [{ ...bearer, Host: 'attacker.example' }, 403],
    [{ ...bearer, Host: `attacker.example:${host.split(':')[1] ?? ''}` }, 403],
    [{ ...bearer, Origin: 'https://attacker.example' }, 403],
    [{ ...bearer, Origin: 'null' }, 403],
    [{ ...bearer, 'Mcp-Session-Id': 'unknown' }, 404],
    // The server accepts the origin, and the protocol refuses a request without a session.
    [{ ...bearer, Origin: `http://${host}` }, 400],
  ];
  for (const [headers, status] of refusals) {
    expect(await post(url, headers), JSON.stringify(headers)).toBe(status);
  }
  expect(await post(url.replace('/mcp', '/other'), bearer)).toBe(404);
});

test('a port that another program uses is refused', async () => {
  const { url } = await startHttpServer();
  const { port } = new URL(url);
  const env = toEnv(await startTestSandbox());
  const args = ['mcp', '--http', port, '--folder', 'own'];
  const { code, err } = await rwa(await folderWith(), args, env);
  expect([code, err]).toEqual([2, expect.stringContaining(`Port ${port} is in use.`)]);
});

test('the server ends with exit code 0 after a signal', async () => {
  const { server, connect } = await startHttpServer();
  await connect();
  server.kill('SIGTERM');
  expect((await server.ended).code).toBe(0);
});
