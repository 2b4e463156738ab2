import { type ClientRequest, request } from 'node:http';
import type { Exchange, Transport } from '../../src/transport.js';

/** A transport that a test can make give up. */
export interface NodeTransport extends Transport {
  /** Aborts the requests in flight, as a timeout would. */
  giveUp(): void;
}

/** Creates a minimal transport. A failure before the socket is connected counts as not sent. */
export function nodeTransport(token: string): NodeTransport {
  const inFlight = new Set<ClientRequest>();
  return {
    giveUp() {
      for (const sent of inFlight) sent.destroy(new Error('timed out'));
    },
    post: ({ url, body }) =>
      new Promise<Exchange>((resolve) => {
        let isConnected = false;
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
        const sent = request(url, { method: 'POST', headers, agent: false }, (response) => {
          const chunks: Buffer[] = [];
          response.on('data', (chunk: Buffer) => chunks.push(chunk));
          response.on('error', () => undefined); // `close` follows, and `complete` is false.
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
        sent.on('socket', (socket) => socket.on('connect', () => (isConnected = true)));
        sent.on('error', ({ message }) => {
          resolve({ delivery: isConnected ? 'unknown' : 'not_sent', reason: message });
        });
        inFlight.add(sent);
        sent.on('close', () => inFlight.delete(sent));
        sent.end(body);
      }),
  };
}
