import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { HttpTransport, type HttpTransportOptions } from '../../../batch/http/transport.js';
import type { Exchange } from '../../../src/transport.js';
import { formatFault } from '../../../src/requestWords.js';

const token = 'a-secret-company-token';

/** A timer that a test ends, so that a request times out at a known stage. */
class ManualTimer {
  readonly #ends = new Map<string, () => void>();

  readonly startTimer = (end: () => void, _timeoutMs: number, { body }: { body: string }) => {
    this.#ends.set(body, end);
    return () => this.#ends.delete(body);
  };

  end(body = request): void {
    this.#ends.get(body)?.();
  }
}

/** Starts a server that records the received bytes and calls `onSocket` for each connection. */
async function startRawServer(
  onSocket: (socket: Socket) => void = () => undefined,
): Promise<{ origin: string; server: Server; received: () => string }> {
  const chunks: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('data', (chunk) => chunks.push(chunk));
    onSocket(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const received = () => Buffer.concat(chunks).toString('latin1');
  return { origin: `http://127.0.0.1:${port}`, server, received };
}

const request = '{"a":1}';

function testTransport(options: Partial<HttpTransportOptions> = {}): HttpTransport {
  const transport = new HttpTransport({ token, ...options });
  onTestFinished(() => transport.close());
  return transport;
}

const post = (origin: string, transport = testTransport(), body = request): Promise<Exchange> =>
  transport.post({ url: `${origin}/wf/rwa_create`, body });

/** Returns a handler that answers the first request on each connection with these bytes. */
const answerWith =
  (text: string | Buffer, onWritten?: (socket: Socket) => void) => (socket: Socket) => {
    socket.once('data', () => {
      socket.write(text, () => {
        onWritten?.(socket);
      });
    });
  };

const okHeaders = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n';

test('sends the body, and the token in a header', async () => {
  const { origin, received } = await startRawServer(
    answerWith(`${okHeaders}content-length: 2\r\n\r\n{}`),
  );
  expect(await post(origin)).toMatchObject({
    delivery: 'answered',
    httpStatus: 200,
    body: '{}',
    complete: true,
  });
  expect(received()).toMatch(/^POST \/wf\/rwa_create HTTP\/1.1\r\n/);
  expect(received()).toContain(`authorization: Bearer ${token}\r\n`);
  expect(received()).toContain('accept-encoding: identity\r\n');
  expect(received()).toMatch(/\r\n\r\n\{"a":1\}$/);
});

interface Case {
  readonly name: string;
  readonly origin: (timer: ManualTimer) => Promise<{ origin: string; received?: () => string }>;
  readonly delivery: Exchange['delivery'];
  readonly reason: RegExp;
  readonly reachesServer: boolean;
}

const cases: Case[] = [
  {
    name: 'a refused connection',
    async origin() {
      const { origin, server } = await startRawServer();
      await new Promise((resolve) => server.close(resolve));
      return { origin };
    },
    delivery: 'not_sent',
    reason: /connection refused/,
    reachesServer: false,
  },
  {
    name: 'an unknown host name',
    origin: () => Promise.resolve({ origin: 'http://no-such-host.invalid' }),
    delivery: 'not_sent',
    reason: /host name/,
    reachesServer: false,
  },
  {
    // The addresses of TEST-NET-1 are never routed. Some networks refuse the connection at once.
    name: 'a connection that times out',
    origin(timer) {
      setTimeout(() => {
        timer.end();
      }, 300);
      return Promise.resolve({ origin: 'http://192.0.2.1' });
    },
    delivery: 'not_sent',
    reason: /./,
    reachesServer: false,
  },
  {
    name: 'TLS to a port without TLS',
    async origin() {
      const raw = await startRawServer(answerWith('HTTP/1.1 400 Bad Request\r\n\r\n'));
      return { origin: raw.origin.replace('http:', 'https:') };
    },
    delivery: 'not_sent',
    reason: /./,
    reachesServer: false,
  },
  {
    name: 'TLS to a port that never answers',
    async origin(timer) {
      const raw = await startRawServer((socket) =>
        socket.once('data', () => {
          timer.end();
        }),
      );
      return { origin: raw.origin.replace('http:', 'https:') };
    },
    delivery: 'not_sent',
    reason: /./,
    reachesServer: false,
  },
  {
    name: 'a reset after the request',
    origin: () => startRawServer((socket) => socket.once('data', () => socket.resetAndDestroy())),
    delivery: 'unknown',
    reason: /reset/,
    reachesServer: true,
  },
  {
    name: 'a closed connection after the request',
    origin: () => startRawServer((socket) => socket.once('data', () => socket.end())),
    delivery: 'unknown',
    reason: /closed/,
    reachesServer: true,
  },
  {
    name: 'no answer at all',
    origin: (timer) =>
      startRawServer((socket) =>
        socket.once('data', () => {
          timer.end();
        }),
      ),
    delivery: 'unknown',
    reason: /timed out after 30 s/,
    reachesServer: true,
  },
  {
    name: 'half a status line',
    origin: () => startRawServer(answerWith('HTTP/1.1 20', (socket) => socket.end())),
    delivery: 'unknown',
    reason: /./,
    reachesServer: true,
  },
  {
    name: 'an answer that is not HTTP',
    origin: () => startRawServer(answerWith('SSH-2.0-OpenSSH_9.9\r\n')),
    delivery: 'unknown',
    reason: /./,
    reachesServer: true,
  },
  {
    name: 'only 100 Continue',
    origin: () =>
      startRawServer(answerWith('HTTP/1.1 100 Continue\r\n\r\n', (socket) => socket.end())),
    delivery: 'unknown',
    reason: /./,
    reachesServer: true,
  },
];

test.each(cases)(
  'after $name, the delivery is $delivery',
  async ({ origin, delivery, reason, reachesServer }) => {
    const timer = new ManualTimer();
    const { origin: url, received } = await origin(timer);
    const { startTimer } = timer;
    const exchange = await post(url, testTransport({ startTimer }));
    expect(exchange.delivery).toBe(delivery);
    expect(readReason(exchange)).toMatch(reason);
    if (received !== undefined) expect(received().includes('POST')).toBe(reachesServer);
  },
);

test('a connection that is reset at once never counts as answered', async () => {
  const { origin } = await startRawServer((socket) => socket.resetAndDestroy());
  for (let time = 0; time < 50; time++) {
    const { delivery } = await post(origin, testTransport());
    // The reset may arrive before or after the first byte is sent, so both `not_sent` and `unknown` are right.
    expect(delivery).not.toBe('answered');
  }
});

test('a request that times out before it has a connection is never written', async () => {
  const timer = new ManualTimer();
  const { origin, received } = await startRawServer((socket) =>
    socket.on('data', (chunk) => {
      if (chunk.includes('third')) socket.write(`${okHeaders}content-length: 2\r\n\r\n{}`);
      else if (chunk.includes('first')) timer.end('second');
    }),
  );
  const transport = testTransport({ connections: 1, startTimer: timer.startTimer });
  const first = post(origin, transport, 'first');
  const second = await post(origin, transport, 'second');
  expect(second.delivery).toBe('not_sent');
  // Any byte of the second request would arrive before the third request.
  const third = post(origin, transport, 'third');
  timer.end('first');
  expect((await first).delivery).toBe('unknown');
  expect((await third).delivery).toBe('answered');
  expect(received().match(/first|second|third/g)).toEqual(['first', 'third']);
});

test('the duration of an exchange begins with its first byte, not with the wait for a connection', async () => {
  const answerMs = 200;
  const { origin } = await startRawServer((socket) => {
    socket.on('data', () => {
      setTimeout(() => socket.write(`${okHeaders}content-length: 2\r\n\r\n{}`), answerMs);
    });
  });
  const durationsMs: number[] = [];
  const transport = testTransport({
    connections: 1,
    onExchange: (_exchange, durationMs) => durationsMs.push(durationMs),
  });
  const startMs = performance.now();
  await Promise.all([post(origin, transport), post(origin, transport)]);
  const [first = 0, second = 0] = durationsMs;
  expect(Math.min(first, second)).toBeGreaterThanOrEqual(answerMs - 5);
  expect(first + second).toBeLessThanOrEqual(performance.now() - startMs);
});

test('closing the transport ends requests in flight, and written requests have an unknown outcome', async () => {
  const { origin, server } = await startRawServer();
  const transport = testTransport({ connections: 1 });
  const exchanges = Promise.all([post(origin, transport), post(origin, transport)]);
  const [socket] = (await once(server, 'connection')) as [Socket];
  await once(socket, 'data');
  await transport.close();
  expect((await exchanges).map(({ delivery }) => delivery)).toEqual(['unknown', 'not_sent']);
});

const answers: [string, (socket: Socket) => void, object][] = [
  [
    'a body that is cut short',
    answerWith(`${okHeaders}content-length: 100\r\n\r\n{"status":`, (socket) => socket.end()),
    { httpStatus: 200, body: '{"status":', complete: false },
  ],
  [
    'a chunked body without its end',
    answerWith(`${okHeaders}transfer-encoding: chunked\r\n\r\n5\r\n{"a":\r\n`, (socket) =>
      socket.end(),
    ),
    { httpStatus: 200, body: '{"a":', complete: false },
  ],
  [
    'Retry-After',
    answerWith('HTTP/1.1 429 Too Many\r\nRetry-After: 7\r\ncontent-length: 0\r\n\r\n'),
    { httpStatus: 429, body: '', complete: true, retryAfter: '7' },
  ],
  [
    'a redirect, which is not followed',
    answerWith('HTTP/1.1 302 Found\r\nLocation: /elsewhere\r\ncontent-length: 0\r\n\r\n'),
    { httpStatus: 302, complete: true },
  ],
  [
    'early hints before its status',
    answerWith(`HTTP/1.1 103 Early Hints\r\n\r\n${okHeaders}content-length: 2\r\n\r\n{}`),
    { httpStatus: 200, body: '{}', complete: true },
  ],
];

test.each(answers)(
  'the exchange contains the HTTP status of an answer with %s',
  async (_name, onSocket, answer) => {
    const { origin } = await startRawServer(onSocket);
    expect(await post(origin)).toMatchObject({ delivery: 'answered', ...answer });
  },
);

test('a body that does not end in time is incomplete', async () => {
  const { origin } = await startRawServer(
    answerWith(`${okHeaders}content-length: 100\r\n\r\n{"status":`),
  );
  const timer = new ManualTimer();
  // The headers and the body arrive together, so the body is read right after the headers.
  const onHeaders = () => {
    setImmediate(() => {
      timer.end();
    });
  };
  subscribe('undici:request:headers', onHeaders);
  onTestFinished(() => {
    unsubscribe('undici:request:headers', onHeaders);
  });
  const { startTimer } = timer;
  expect(await post(origin, testTransport({ startTimer }))).toMatchObject({
    delivery: 'answered',
    httpStatus: 200,
    body: '{"status":',
    complete: false,
  });
});

test('a request times out after the time limit of its transport', async () => {
  const { origin } = await startRawServer();
  const exchange = await post(origin, testTransport({ requestTimeoutMs: 50 }));
  expect(exchange).toMatchObject({ reason: { code: 'timedOut', seconds: 0.05 } });
});

const answerWithEncoding = (encoding: string, body: Buffer, length = body.length) =>
  answerWith(
    Buffer.concat([
      Buffer.from(`${okHeaders}content-encoding: ${encoding}\r\ncontent-length: ${length}\r\n\r\n`),
      body,
    ]),
    (socket) => socket.end(),
  );

test('a compressed answer is decoded although the request did not ask for compression', async () => {
  const { origin } = await startRawServer(answerWithEncoding('gzip', gzipSync('{"a":"ä"}')));
  expect(await post(origin)).toMatchObject({ body: '{"a":"ä"}', complete: true });
});

test('an unsupported encoding and a compression bomb are reported', async () => {
  const unknown = await startRawServer(answerWithEncoding('snappy', Buffer.from('{}')));
  expect(await post(unknown.origin)).toMatchObject({
    delivery: 'answered',
    httpStatus: 200,
    body: '',
    complete: true,
    unreadable: { code: 'unknownEncoding', encoding: 'snappy' },
  });
  const bomb = await startRawServer(answerWithEncoding('gzip', gzipSync(Buffer.alloc(50_000_000))));
  expect(await post(bomb.origin)).toMatchObject({
    body: '',
    unreadable: expect.anything() as string,
  });
});

test('a compressed answer that is cut short is reported as incomplete', async () => {
  const body = gzipSync('{"a":1}');
  const { origin } = await startRawServer(
    answerWithEncoding('gzip', body.subarray(0, 15), body.length),
  );
  const exchange = await post(origin);
  expect(exchange).toMatchObject({ delivery: 'answered', body: '', complete: false });
  expect(exchange).not.toHaveProperty('unreadable');
});

test('a huge body is not read to its end', async () => {
  const piece = 'x'.repeat(1_000_000);
  let writtenPieces = 0;
  const { origin } = await startRawServer(
    answerWith(`${okHeaders}content-length: 1000000000\r\n\r\n`, (socket) => {
      const writeMore = () => {
        while (socket.writable && socket.write(piece)) writtenPieces++;
        if (socket.writable) socket.once('drain', writeMore);
      };
      writeMore();
    }),
  );
  const exchange = await post(origin);
  expect(exchange).toMatchObject({ delivery: 'answered', httpStatus: 200, complete: false });
  expect(writtenPieces).toBeLessThan(100);
});

test('HTTP/2 is not offered, because undici would send a refused stream again by itself', async () => {
  const timer = new ManualTimer();
  const { origin, received } = await startRawServer((socket) =>
    socket.once('data', () => {
      timer.end();
    }),
  );
  const { startTimer } = timer;
  await post(origin.replace('http:', 'https:'), testTransport({ startTimer }));
  // The TLS handshake offers protocols, each after a byte with its length.
  expect(received()).toContain('\x08http/1.1');
  expect(received()).not.toContain('\x02h2');
});

test.each([
  ['word for word', token],
  ['with the escapes of JSON', '\\u0061-secret-company\\u002dtoken'],
  ['percent-encoded', token.replaceAll('-', '%2d')],
  ['in base64', Buffer.from(`Bearer ${token}`).toString('base64')],
])('the token is removed from an answer that contains it %s', async (_name, encodedToken) => {
  const echo = `{"message":"bad token ${encodedToken}"}`;
  const { origin } = await startRawServer(
    answerWith(`${okHeaders}content-length: ${echo.length}\r\n\r\n${echo}`),
  );
  const exchange = await post(origin);
  expect(exchange).toMatchObject({
    body: expect.stringMatching(/^\{"message":"bad token \w*\(token\)\w?=?"\}$/) as string,
  });
  // The answer does not even contain the end of the token.
  expect(JSON.stringify(exchange)).not.toContain(encodedToken.slice(12));
});

test.each([
  ['was cancelled', { signal: { aborted: true } }],
  ['may not be sent any more', { maySend: () => false }],
])('a request that %s before it has a connection is not sent', async (_, options) => {
  const { origin, received } = await startRawServer();
  const post = { url: `${origin}/wf/rwa_create`, body: request, ...options };
  const exchange = await testTransport().post(post);
  expect(exchange).toMatchObject({ delivery: 'not_sent', reason: { code: 'cancelled' } });
  expect(received()).toBe('');
});

function readReason(exchange: Exchange): string {
  return exchange.delivery === 'answered' ? '' : formatFault(exchange.reason);
}
