import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { expect, onTestFinished, test } from 'vitest';
import { guard } from '../../../../batch/server/http/guard.js';
import { type AddressOptions, readAddress } from '../../../../batch/server/address.js';
import { listen } from '../../../../batch/server/http/listen.js';
import { testFolder } from '../../testFolder.js';

function createCertificate() {
  const folder = testFolder();
  const files = { tlsCert: join(folder, 'cert.pem'), tlsKey: join(folder, 'key.pem') };
  const options = '-x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=rwa';
  const names = 'subjectAltName=DNS:rwa.example.com,IP:127.0.0.1';
  const output = ['-keyout', files.tlsKey, '-out', files.tlsCert];
  execFileSync('openssl', ['req', ...options.split(' '), '-addext', names, ...output], {
    stdio: 'ignore',
  });
  return files;
}

async function startApp(options: AddressOptions) {
  const server = await listen(await readAddress(options), 0);
  onTestFinished(() => server.close());
  const app = new Hono();
  app.use(guard(server.publicAddress));
  app.all('*', (context) => context.text('hello'));
  server.serve(app.fetch);
  return server.publicAddress;
}

test.each([
  [{ host: '0.0.0.0' }, '--tls-cert and --tls-key, or --behind https://'],
  [{ host: '::' }, '--tls-cert and --tls-key, or --behind https://'],
  [{ host: 'rwa.example.com' }, 'leave out --host'],
  [{ host: '192.168.1.2' }, 'Others could read everything on the way to 192.168.1.2'],
  [
    { host: '0.0.0.0', behind: 'http://rwa.example.com' },
    'Use an address such as https://rwa.example.com',
  ],
  [{ host: '0.0.0.0', behind: 'https://rwa.example.com/hr' }, 'without a path'],
  [{ host: '0.0.0.0', tlsCert: 'cert.pem' }, 'Give both'],
  [{ host: '0.0.0.0', tlsCert: 'no.pem', tlsKey: 'no.pem' }, 'no.pem cannot be read'],
  [{ host: '0.0.0.0', tlsCert: 'package.json', tlsKey: 'package.json' }, 'has no certificate'],
])('the options %j are refused, and the message gives the reason', async (options, message) => {
  await expect(readAddress(options)).rejects.toThrow(message);
});

test('a closing server ends its connections, but waits a short time for the work of their requests', async () => {
  const server = await listen(await readAddress({ host: '127.0.0.1' }), 0);
  const paths = ['/short', '/long'];
  const closing = Promise.withResolvers<undefined>();
  const begun: string[] = [];
  const ended: string[] = [];
  server.serve(async (request) => {
    const { pathname } = new URL(request.url);
    begun.push(pathname);
    await closing.promise;
    await sleep(pathname === '/long' ? 60_000 : 100, undefined, { ref: false });
    ended.push(pathname);
    return new Response('done');
  });
  const answers = Promise.allSettled(
    paths.map((path) => fetch(`${server.publicAddress.origin}${path}`)),
  );
  await expect.poll(() => begun).toHaveLength(paths.length);
  const closed = server.close();
  closing.resolve(undefined);
  await closed;
  expect(ended).toEqual(['/short']);
  expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
});

test('loopback addresses need neither a certificate nor a proxy', async () => {
  const readPublicAddress = async (host: string, port: number) =>
    (await readAddress({ host })).publicAddress(port);
  expect(await readPublicAddress('127.0.0.1', 4020)).toMatchObject({
    origin: 'http://127.0.0.1:4020',
    isLoopback: true,
    isSecure: false,
  });
  expect((await readPublicAddress('localhost', 80)).origin).toBe('http://127.0.0.1');
  expect((await readPublicAddress('::1', 4020)).origin).toBe('http://[::1]:4020');
});

test('behind a proxy, the server accepts only the host name of the proxy, and uses the client address that the proxy adds', async () => {
  const behind = 'https://rwa.example.com/';
  const publicAddress = (await readAddress({ host: '0.0.0.0', behind })).publicAddress(4020);
  expect(publicAddress).toMatchObject({
    origin: 'https://rwa.example.com',
    isLoopback: false,
    isSecure: true,
  });
  expect(
    ['rwa.example.com', '127.0.0.1:4020', 'evil.example'].map((host) =>
      publicAddress.isOwnHost(host),
    ),
  ).toEqual([true, false, false]);
  expect(publicAddress.clientAddress('6.6.6.6, 10.1.1.1', '127.0.0.1')).toBe('10.1.1.1');
  const loopback = (await readAddress({ host: '127.0.0.1' })).publicAddress(4020);
  expect(loopback.clientAddress('6.6.6.6', '127.0.0.1')).toBe('127.0.0.1');
});

test('with a certificate, the server answers only over HTTPS, and only to the host names in the certificate', async () => {
  const files = createCertificate();
  const publicAddress = await startApp({ host: '127.0.0.1', ...files });
  const ca = readFileSync(files.tlsCert);
  const { port } = new URL(publicAddress.origin);
  const fetchStatus = (host: string) =>
    new Promise((resolve, reject) => {
      const headers = { Host: host };
      request(
        `https://127.0.0.1:${port}/`,
        { ca, servername: 'rwa.example.com', headers },
        (answer) => {
          answer.resume();
          resolve(answer.statusCode);
        },
      )
        .once('error', reject)
        .end();
    });

  expect(publicAddress).toMatchObject({ isSecure: true, isLoopback: false });
  expect(await fetchStatus(`127.0.0.1:${port}`)).toBe(200);
  expect(await fetchStatus(`rwa.example.com:${port}`)).toBe(200);
  expect(await fetchStatus('rwa.example.com')).toBe(421);
  expect(await fetchStatus(`localhost:${port}`)).toBe(421);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow();
});

test('a request is refused if it names another host, no host or two hosts', async () => {
  const publicAddress = await startApp({ host: '127.0.0.1' });
  const { host, port } = new URL(publicAddress.origin);
  const readFirstLine = (lines: string[]) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => {
        socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
      });
      let answer = '';
      socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
      socket.once('end', () => {
        resolve(answer.split('\r\n')[0] ?? '');
      });
      socket.once('error', reject);
    });

  expect(await readFirstLine(['GET / HTTP/1.1', `Host: ${host}`])).toContain('200');
  expect(await readFirstLine(['GET / HTTP/1.1', 'Host: evil.example'])).toContain('421');
  expect(
    await readFirstLine(['GET http://evil.example/ HTTP/1.1', 'Host: evil.example']),
  ).toContain('421');
  expect(await readFirstLine(['GET / HTTP/1.1'])).toContain('400');
  expect(await readFirstLine(['GET / HTTP/1.1', `Host: ${host}`, 'Host: evil.example'])).toContain(
    '421',
  );
});
