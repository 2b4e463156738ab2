import { type ClientRequest, request } from 'node:http';
import type { Exchange, Transport } from '../../src/transport.js';

export interface NodeTransport extends Transport {
  /** Aborts requests in flight, like a timeout, when a test decides. */
  giveUp(): void;
}

/** A minimal transport: a failure before the socket is connected counts as not sent. */
export function nodeTransport(token: string): NodeTransport {
  const underWay = new Set<ClientRequest>();
  return {
    giveUp() {
      for (const sent of underWay) sent.destroy(new Error('timed out'));
    },
    post: ({ url, body }) =>
      new Promise<Exchange>((resolve) => {
        let connected = false;
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
        const sent = request(url, { method: 'POST', headers, agent: false }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', () => undefined); // `complete` shows it
          response.on('close', () => {
            resolve({
              delivery: 'answered',
              httpStatus: response.statusCode ?? 0,
              body: Buffer.concat(chunks).toString(),
              complete: response.complete,
              retryAfter: response.headers['retry-after'],
            });
          });
        });
        sent.on('socket', (socket) => socket.on('connect', () => (connected = true)));
        sent.on('error', ({ message }) => {
          resolve({ delivery: connected ? 'unknown' : 'not_sent', reason: message });
        });
        underWay.add(sent);
        sent.on('close', () => underWay.delete(sent));
        sent.end(body);
      }),
  };
}
