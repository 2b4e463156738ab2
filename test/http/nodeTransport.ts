import { type ClientRequest, request } from 'node:http';
import type { Exchange, Transport } from '../../src/transport.js';

export interface NodeTransport extends Transport {
  /** Aborts the requests in flight, as a timeout would. */
  abortAll(): void;
}

/** Creates a minimal transport. A request counts as not sent if it fails before its socket is connected. */
export function createNodeTransport(token: string): NodeTransport {
  const inFlight = new Set<ClientRequest>();
  return {
    abortAll() {
      for (const outgoing of inFlight) outgoing.destroy(new Error('timed out'));
    },
    post: ({ url, body }) =>
      new Promise<Exchange>((resolve) => {
        let isConnected = false;
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
        const outgoing = request(url, { method: 'POST', headers, agent: false }, (response) => {
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
        outgoing.on('socket', (socket) => socket.on('connect', () => (isConnected = true)));
        outgoing.on('error', ({ message }) => {
          resolve({ delivery: isConnected ? 'unknown' : 'not_sent', reason: message });
        });
        inFlight.add(outgoing);
        outgoing.on('close', () => inFlight.delete(outgoing));
        outgoing.end(body);
      }),
  };
}
