import type { RequestListener } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { inWords } from '../../../batch/cli/wording/wording.js';
import {
  type ConnectRequest,
  startConnectProxy,
  type ProxyReaction,
} from '../../http/connectProxy.js';
import { authorityFile, startSecureService } from '../../http/secureService.js';
import { type SandboxUnderTest, startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { type Environment, folderWith, rwa } from './rwaUnderTest.js';
import { toCsv, people } from './sheets.js';

const assess = ['assess', 'hires.csv', '--yes', '--poll-interval', '50ms'];

/** Creates a sandbox that is reached as https://rwa.example through a proxy. */
async function createSandboxBehindProxy(settings: {
  react?: (request: ConnectRequest) => ProxyReaction;
  /** Is called before an answer is sent, with the name of the operation. */
  onAnswer?: (operation: string) => void;
}) {
  const service = await startTestSandbox();
  const port = await startSecureService(forwardTo(service, settings.onAnswer));
  const proxy = await startConnectProxy(port, settings.react);
  const { pathname } = new URL(service.sandbox.baseUrl);
  const env: Environment = {
    RWA_BASE_URL: `https://rwa.example${pathname}`,
    RWA_TOKEN: service.sandbox.tokens[0] ?? '',
    NODE_EXTRA_CA_CERTS: authorityFile,
    HTTPS_PROXY: proxy.url,
  };
  return { service, proxy, env };
}

function forwardTo(
  { sandbox }: SandboxUnderTest,
  onAnswer: (operation: string) => void = () => undefined,
): RequestListener {
  return (incoming, outgoing) => {
    void (async () => {
      const { authorization = '', 'content-type': type = '' } = incoming.headers;
      const answered = await fetch(new URL(incoming.url ?? '', sandbox.baseUrl), {
        method: 'POST',
        headers: { authorization, 'content-type': type },
        body: await buffer(incoming),
      });
      const body = await answered.text();
      onAnswer(incoming.url?.split('/').at(-1) ?? '');
      outgoing.writeHead(answered.status, { 'content-type': 'application/json' }).end(body);
    })();
  };
}

test('a run uses HTTPS_PROXY and trusts NODE_EXTRA_CA_CERTS', async () => {
  const { service, proxy, env } = await createSandboxBehindProxy({});
  const folder = await folderWith({ 'hires.csv': toCsv(people(8)) });
  const { code, out } = await rwa(folder, assess, env);
  expect([code, out]).toEqual([0, expect.stringMatching(/8 scored/)]);
  expect((await service.readLedger()).requests.rwa_create).toBe(8);
  // The proxy opened tunnels only to this host, and received no other request.
  expect(new Set(proxy.requests.map(({ host }) => host))).toEqual(new Set(['rwa.example:443']));
  expect(proxy.others).toEqual([]);
});

test('the message about an untrusted certificate advises setting or checking NODE_EXTRA_CA_CERTS', async () => {
  const { service, env } = await createSandboxBehindProxy({});
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
  const { NODE_EXTRA_CA_CERTS: _, ...bare } = env;
  const without = await rwa(folder, assess, bare);
  const joinLines = (text: string) => text.replaceAll(/\s+/g, ' ');
  expect(joinLines(without.err)).toContain(
    'set NODE_EXTRA_CA_CERTS to the path of that file before rwa starts. Nothing was sent.',
  );
  const withMissingFile = await rwa(folder, assess, { ...env, NODE_EXTRA_CA_CERTS: 'nowhere.pem' });
  expect(joinLines(withMissingFile.err)).toContain(
    'NODE_EXTRA_CA_CERTS is set: check that this account can read',
  );
  expect([without.code, withMissingFile.code]).toEqual([5, 5]);
  expect((await service.readLedger()).requests).toMatchObject({ rwa_create: 0, rwa_retrieve: 0 });
});

test('a proxy that refuses the password gets one request, and no output contains the password', async () => {
  const { proxy, env } = await createSandboxBehindProxy({ react: () => ({ status: 407 }) });
  const folder = await folderWith({ 'hires.csv': toCsv(people(3)) });
  const HTTPS_PROXY = proxy.url.replace('//', '//somebody:very-secret@');
  const { code, out, err } = await rwa(folder, assess, { ...env, HTTPS_PROXY });
  expect(code).toBe(5);
  expect(err).toContain(`the proxy ${proxy.url} refused the name and password (HTTP 407).`);
  expect(err).toContain('HTTPS_PROXY=http://NAME:PASSWORD@127.0.0.1:');
  expect(err).not.toContain('Check the base URL');
  expect(err).toContain('Nothing was sent.');
  expect(out + err).not.toMatch(/somebody|very-secret/);
  expect(proxy.requests).toHaveLength(1);
});

test('an invalid proxy URL is refused and not printed, and following the advice sends each row once', async () => {
  const { service, proxy, env } = await createSandboxBehindProxy({});
  const folder = await folderWith({ 'hires.csv': toCsv(people(2)) });
  const { host } = new URL(proxy.url);
  // The URLs have SOCKS, a password that is not percent-encoded, and a path.
  for (const HTTPS_PROXY of [
    `socks5://somebody:very-secret@${host}`,
    `http://somebody:very-secret#1@${host}`,
    `http://${host}/very-secret`,
  ]) {
    const { code, out, err } = await rwa(folder, assess, { ...env, HTTPS_PROXY });
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(inWords({ code: 'proxyUnusable', variable: 'HTTPS_PROXY' }));
    expect(err).not.toMatch(/somebody|very-secret/);
  }
  expect(proxy.requests).toEqual([]);
  expect((await service.readLedger()).requests).toMatchObject({ rwa_create: 0, rwa_retrieve: 0 });

  const HTTPS_PROXY = `http://somebody:p%40ss%23%25@${host}`;
  expect(await rwa(folder, assess, { ...env, HTTPS_PROXY })).toMatchObject({ code: 0 });
  const login = `Basic ${Buffer.from('somebody:p@ss#%').toString('base64')}`;
  expect(new Set(proxy.requests.map(({ authorization }) => authorization))).toEqual(
    new Set([login]),
  );
  expect(await rwa(folder, assess, { ...env, HTTPS_PROXY: `http://${host}` })).toMatchObject({
    code: 0,
  });
  expect((await service.readLedger()).requests.rwa_create).toBe(2);
});

test('rows whose tunnel was refused are sent again, and each row is assessed once', async () => {
  let tunnels = 0;
  const reactions: ProxyReaction[] = [
    { status: 502 },
    (socket) => socket.resetAndDestroy(),
    'connect',
  ];
  const { service, env } = await createSandboxBehindProxy({
    // The first tunnel is for the check that the service is available.
    react: () => (tunnels++ === 0 ? 'connect' : (reactions[tunnels % 3] ?? 'connect')),
  });
  const folder = await folderWith({ 'hires.csv': toCsv(people(12)) });
  const { code } = await rwa(folder, assess, env);
  expect(code).toBe(0);
  const { assessments } = await service.readLedger();
  expect(assessments).toHaveLength(12);
  expect(new Set(assessments.map(({ employeeId }) => employeeId)).size).toBe(12);
});

test('a row whose tunnel breaks before its answer arrives is unconfirmed and not sent again', async () => {
  let isReset = false;
  const setup = await createSandboxBehindProxy({
    onAnswer(operation) {
      if (operation !== 'rwa_create' || isReset) return;
      isReset = true;
      setup.proxy.reset();
    },
  });
  const folder = await folderWith({ 'hires.csv': toCsv(people(1)) });
  expect((await rwa(folder, assess, setup.env)).code).toBe(4);
  expect((await rwa(folder, assess, setup.env)).code).toBe(4);
  expect((await setup.service.readLedger()).requests.rwa_create).toBe(1);
});
