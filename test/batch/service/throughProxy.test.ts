import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expect, onTestFinished, test } from 'vitest';
import { type Proxy, findProxy } from '../../../batch/http/proxy.js';
import { HttpTransport, type HttpTransportOptions } from '../../../batch/http/transport.js';
import type { Exchange } from '../../../src/transport.js';
import { startConnectProxy, type ProxyReaction } from '../../http/connectProxy.js';
import { authorityFile, startSecureService } from '../../http/secureService.js';
import { formatFault, formatRemedy } from '../../../src/requestWords.js';

const token = 'a-secret-company-token';
const url = 'https://rwa.example/wf/rwa_create';
const usualCertificates = getCACertificates('default');

/**
 * Trusts the authority that signed the test certificates. NODE_EXTRA_CA_CERTS has the same effect
 * at the start of a process.
 */
function trustAuthority(): void {
  setDefaultCACertificates([...usualCertificates, readFileSync(authorityFile, 'utf8')]);
  onTestFinished(() => {
    setDefaultCACertificates(usualCertificates);
  });
}

const answerOk: RequestListener = (request, response) => {
  request.resume().on('end', () => {
    response.end('{"status":"success"}');
  });
};

/** Starts a service behind a proxy. Returns a function that sends a request through the proxy. */
async function startBehindProxy({
  service = answerOk,
  reaction = () => 'connect',
}: {
  service?: RequestListener;
  reaction?: () => ProxyReaction;
}) {
  let requests = 0;
  const port = await startSecureService((request, response) => {
    requests++;
    service(request, response);
  });
  const proxy = await startConnectProxy(port, reaction);
  return { proxy, post: (options?: Options) => post(proxy.url, options), requests: () => requests };
}

interface Options extends Partial<HttpTransportOptions> {
  readonly url?: string;
  readonly env?: Readonly<Record<string, string>>;
}

function testTransport(proxy: Proxy | undefined, options: Options = {}): HttpTransport {
  const transport = new HttpTransport({ token, proxy, ...options });
  onTestFinished(() => transport.close());
  return transport;
}

function post(HTTPS_PROXY: string, { url: to = url, env, ...options }: Options = {}) {
  const transport = testTransport(findProxy(url, { HTTPS_PROXY, ...env }), options);
  return transport.post({ url: to, body: '{"a":1}' });
}

test('a request is sent through a tunnel, so the proxy can read neither its body nor the token', async () => {
  trustAuthority();
  const headers: unknown[] = [];
  const { proxy, post } = await startBehindProxy({
    service(request, response) {
      headers.push(request.headers);
      answerOk(request, response);
    },
  });
  const exchange = await post({ env: { HTTPS_PROXY: proxy.url.replace('//', '//me:p%40ss@') } });
  expect(exchange).toMatchObject({ delivery: 'answered', httpStatus: 200, complete: true });
  const login = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
  expect(proxy.requests).toEqual([{ host: 'rwa.example:443', authorization: login }]);
  expect(proxy.others).toEqual([]);
  expect(proxy.received()).not.toContain('POST');
  expect(proxy.received()).not.toContain(token);
  expect(headers).toMatchObject([{ host: 'rwa.example', authorization: `Bearer ${token}` }]);
  expect(headers[0]).not.toHaveProperty('proxy-authorization');
});

test('several requests use the same tunnel, with HTTP/1.1', async () => {
  trustAuthority();
  const versions: string[] = [];
  const { proxy } = await startBehindProxy({
    service(request, response) {
      versions.push(request.httpVersion);
      answerOk(request, response);
    },
  });
  const transport = testTransport(findProxy(url, { HTTPS_PROXY: proxy.url }), { connections: 1 });
  for (let time = 0; time < 3; time++) {
    expect(await transport.post({ url, body: '{}' })).toMatchObject({ delivery: 'answered' });
  }
  expect(proxy.requests).toHaveLength(1);
  expect(versions).toEqual(['1.1', '1.1', '1.1']);
  // The TLS handshake offers protocols, each after a byte with its length.
  expect(proxy.received()).toContain('\x08http/1.1');
  expect(proxy.received()).not.toContain('\x02h2');
});

const connectFailures: [string, ProxyReaction, RegExp][] = [
  ['407', { status: 407 }, /requires a name and password \(HTTP 407\)$/],
  [
    'a 407 that only accepts Negotiate or NTLM',
    { status: 407, headers: 'Proxy-Authenticate: Negotiate\r\nProxy-Authenticate: NTLM\r\n' },
    /requires a kind of login that rwa does not support \(Negotiate, NTLM; HTTP 407\)$/,
  ],
  ['403', { status: 403 }, /does not allow a connection to rwa.example:443 \(HTTP 403\)$/],
  ['502', { status: 502 }, /could not connect to rwa.example:443 \(HTTP 502\)$/],
  ['503', { status: 503 }, /could not connect to rwa.example:443 \(HTTP 503\)$/],
  ['302', { status: 302 }, /answered HTTP 302$/],
  ['429', { status: 429 }, /answered HTTP 429$/],
  ['something other than HTTP', (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'), /failed: ./],
  ['half a status line', (socket) => socket.end('HTTP/1.1 20'), /failed: ./],
  ['a closed connection', (socket) => socket.end(), /failed: the connection was closed$/],
  ['a reset', resetNow, /failed: the connection was reset$/],
];

test.each(connectFailures)(
  'nothing is sent if the proxy answers CONNECT with %s',
  async (_, reaction, reason) => {
    trustAuthority();
    const { proxy, post, requests } = await startBehindProxy({ reaction: () => reaction });
    const exchange = await post();
    expect(exchange).toMatchObject({ delivery: 'not_sent' });
    expect(readReason(exchange)).toMatch(reason);
    expect(readReason(exchange)).toContain(`the proxy ${proxy.url} `);
    expect(readHint(exchange)).toMatch(/[.]$/);
    expect([requests(), proxy.others]).toEqual([0, []]);
  },
);

const acceptThen = (then: (socket: Socket) => void) => (socket: Socket) => {
  socket.write('HTTP/1.1 200 Connection established\r\n\r\n', () => {
    then(socket);
  });
};

const tunnelFailures: [string, (socket: Socket) => void][] = [
  ['reset at once', acceptThen(resetNow)],
  ['ended at once', acceptThen((socket) => socket.end())],
  [
    'reset at the first byte',
    acceptThen((socket) =>
      socket.once('data', () => {
        resetNow(socket);
      }),
    ),
  ],
  ['ended at the first byte', acceptThen((socket) => socket.once('data', () => socket.end()))],
];

test.each(tunnelFailures)('nothing is sent through a tunnel that is %s', async (_, reaction) => {
  const { post, requests } = await startBehindProxy({ reaction: () => reaction });
  expect(await post()).toMatchObject({ delivery: 'not_sent' });
  expect(requests()).toBe(0);
});

test.each([
  [
    'answers CONNECT with 200 and a web page',
    acceptThen((socket) => socket.end('<html><h1>Please log in</h1></html>')),
  ],
  [
    'connects to a server without TLS',
    acceptThen((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')),
    ),
  ],
])(
  'the message about a proxy that %s names the proxy and does not contain the text of OpenSSL',
  async (_, reaction) => {
    const { proxy, post } = await startBehindProxy({ reaction: () => reaction });
    const exchange = await post();
    expect(exchange).toMatchObject({
      delivery: 'not_sent',
      reason: {
        code: 'tunnelFailed',
        proxy: proxy.url,
        host: 'rwa.example:443',
        fault: { code: 'notHttps' },
      },
      hint: { code: 'checkTunnel', variable: 'HTTPS_PROXY', host: 'rwa.example:443' },
    });
    expect(JSON.stringify(exchange)).not.toMatch(/openssl|ssl routines/i);
  },
);

test('the message about an https proxy that only supports http names the proxy', async () => {
  const { proxy, post } = await startBehindProxy({});
  const secure = proxy.url.replace('http:', 'https:');
  const exchange = await post({ env: { HTTPS_PROXY: secure }, requestTimeoutMs: 3_000 });
  expect(exchange).toMatchObject({
    delivery: 'not_sent',
    reason: { code: 'proxyFailed', proxy: secure, fault: { code: 'notHttps' } },
    hint: { code: 'checkProxy', variable: 'HTTPS_PROXY', isHttps: true },
  });
});

test('a service that uses http instead of https is reported', async () => {
  const { proxy } = await startBehindProxy({});
  const exchange = await testTransport(undefined).post({
    url: `${proxy.url.replace('http:', 'https:')}/wf/rwa_create`,
    body: '{}',
  });
  expect(exchange).toMatchObject({
    delivery: 'not_sent',
    reason: { code: 'notHttps' },
    hint: { code: 'checkAddress' },
  });
});

test('the message about a proxy that cannot be reached names the proxy', async () => {
  const { proxy, post } = await startBehindProxy({});
  await proxy.close();
  expect(await post()).toMatchObject({
    delivery: 'not_sent',
    reason: { code: 'proxyFailed', proxy: proxy.url, fault: { code: 'connectionRefused' } },
    hint: { code: 'checkProxy', variable: 'HTTPS_PROXY', isHttps: false },
  });
  const unknown = await post({ env: { HTTPS_PROXY: 'http://no-such-host.invalid:3128' } });
  expect(readReason(unknown)).toMatch(
    /^the proxy http:\/\/no-such-host.invalid:3128 failed: the host/,
  );
});

test('a request through a silent proxy fails before its time limit, and the error names the proxy', async () => {
  const { proxy, post } = await startBehindProxy({ reaction: () => () => undefined });
  expect(await post({ requestTimeoutMs: 400 })).toMatchObject({
    delivery: 'not_sent',
    reason: { code: 'proxyFailed', proxy: proxy.url, fault: { code: 'timedOut', seconds: 0.3 } },
  });
});

test('a request through a silent https proxy fails before its time limit, and the error names the proxy', async () => {
  const silent = createServer((socket) => socket.on('error', () => undefined));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silent.close());
  const uri = `https://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  expect(await post(uri, { requestTimeoutMs: 400 })).toMatchObject({
    delivery: 'not_sent',
    reason: { code: 'proxyFailed', proxy: uri, fault: { code: 'timedOut', seconds: 0.3 } },
    hint: { code: 'checkProxy', variable: 'HTTPS_PROXY', isHttps: true },
  });
});

test('a proxy that never answered does not block a later request', async () => {
  trustAuthority();
  let times = 0;
  const { proxy } = await startBehindProxy({
    reaction: () => (times++ < 1 ? () => undefined : 'connect'),
  });
  const transport = testTransport(findProxy(url, { HTTPS_PROXY: proxy.url }), {
    connections: 1,
    requestTimeoutMs: 2_000,
  });
  expect(await transport.post({ url, body: '{}' })).toMatchObject({ delivery: 'not_sent' });
  expect(await transport.post({ url, body: '{}' })).toMatchObject({ delivery: 'answered' });
});

test('nothing is sent to a service with a certificate of an unknown authority', async () => {
  const { post, requests } = await startBehindProxy({});
  const exchange = await post();
  expect(exchange).toMatchObject({
    delivery: 'not_sent',
    reason: { code: 'certificateUntrusted' },
    hint: { code: 'trustAuthority' },
  });
  expect(requests()).toBe(0);
});

test('nothing is sent to a service with the certificate of another host', async () => {
  trustAuthority();
  const { post, requests } = await startBehindProxy({});
  expect(await post({ url: 'https://another.example/wf/rwa_create' })).toMatchObject({
    delivery: 'not_sent',
    reason: { code: 'certificateOfOtherHost' },
  });
  expect(requests()).toBe(0);
});

// The request has begun, so the service may have carried it out.
test.each(['by the proxy', 'by the service'])(
  'the outcome is unknown if the connection is closed %s after the request began',
  async (by) => {
    trustAuthority();
    const { proxy, post, requests } = await startBehindProxy({
      service(request) {
        request.resume().on('end', () => {
          if (by === 'by the proxy') proxy.reset();
          else request.socket.destroy();
        });
      },
    });
    expect(await post()).toMatchObject({ delivery: 'unknown' });
    expect(requests()).toBe(1);
  },
);

test('an answer that is cut short in the tunnel is incomplete', async () => {
  trustAuthority();
  const { proxy, post } = await startBehindProxy({
    service(_, response) {
      response.writeHead(200, { 'content-length': '100' });
      response.write('{"status":', () => {
        // The tunnel is a separate connection, so wait until the answer has passed the tunnel.
        setTimeout(() => {
          proxy.reset();
        }, 200);
      });
    },
  });
  const exchange = await post();
  expect(exchange).toMatchObject({ delivery: 'answered', httpStatus: 200, complete: false });
});

test('the outcome is unknown if no answer arrives in time', async () => {
  trustAuthority();
  let end: () => void = () => undefined;
  const { post } = await startBehindProxy({
    service: (request) =>
      request.resume().on('end', () => {
        end();
      }),
  });
  const exchange = await post({
    startTimer(onEnd) {
      end = onEnd;
      return () => undefined;
    },
  });
  expect(exchange).toMatchObject({
    delivery: 'unknown',
    reason: { code: 'timedOut', seconds: 30 },
  });
});

test('an error of the service is not attributed to the proxy', async () => {
  trustAuthority();
  const { post } = await startBehindProxy({
    service: (_, response) => response.writeHead(502).end('Bad Gateway'),
  });
  expect(await post()).toMatchObject({ delivery: 'answered', httpStatus: 502 });
});

test('a refused proxy login is final, and the exchange does not contain the login', async () => {
  const { proxy, post } = await startBehindProxy({ reaction: () => ({ status: 407 }) });
  const uri = proxy.url.replace('//', '//somebody:very-secret@');
  const exchange = await post({ env: { HTTPS_PROXY: uri } });
  expect(exchange).toMatchObject({
    reason: { code: 'proxyLoginRefused', proxy: proxy.url, httpStatus: 407 },
    hint: { code: 'correctProxyLogin', variable: 'HTTPS_PROXY', proxy: proxy.url },
    isFinal: true,
  });
  expect(JSON.stringify(exchange)).not.toMatch(/somebody|very-secret/);
});

test('requests to hosts in NO_PROXY do not use the proxy', async () => {
  trustAuthority();
  const port = await startSecureService(answerOk);
  const proxy = await startConnectProxy(port);
  const env = { NO_PROXY: 'elsewhere.example, 127.0.0.1' };
  const exchange = await post(proxy.url, { env, url: `https://127.0.0.1:${port}/wf/rwa_create` });
  expect(exchange).toMatchObject({ delivery: 'answered', httpStatus: 200 });
  expect([proxy.requests, proxy.others]).toEqual([[], []]);
});

test('an http request is sent through a tunnel, and not forwarded by the proxy', async () => {
  const { proxy, post } = await startBehindProxy({ reaction: () => ({ status: 403 }) });
  const exchange = await post({ url: 'http://rwa.example/wf/rwa_create' });
  expect(exchange).toMatchObject({ delivery: 'not_sent' });
  expect(proxy.requests).toMatchObject([{ host: 'rwa.example:80' }]);
  expect(proxy.others).toEqual([]);
});

function readReason(exchange: Exchange): string {
  return exchange.delivery === 'answered' ? '' : formatFault(exchange.reason);
}

function readHint(exchange: Exchange): string {
  const hint = exchange.delivery === 'answered' ? undefined : exchange.hint;
  return typeof hint === 'object' ? formatRemedy(hint) : '';
}

function resetNow(socket: Socket): void {
  socket.resetAndDestroy();
}
