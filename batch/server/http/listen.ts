import { type RequestListener, type Server, createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { waitAtMost } from '../../http/timing.js';
import type { PublicAddress } from '../access/publicAddress.js';
import type { Address } from '../address.js';
import { ServeError } from '../serveError.js';
import { endSlowBody } from './slowBody.js';

/** Answers each request with 503 until `serve` is called. */
export interface ListeningServer {
  readonly publicAddress: PublicAddress;
  serve(fetch: Parameters<typeof getRequestListener>[0]): void;
  /**
   * Closes every connection, because event streams would never end. Then waits a short time until active requests have
   * finished their changes.
   */
  close(): Promise<void>;
}

const HEADERS_TIMEOUT_MS = 20_000;
/** The longest time for a whole request: 100 MB at 1 Mbit/s. slowBody.ts ends a body below 1 kB/s earlier. */
const REQUEST_TIMEOUT_MS = 15 * 60_000;
const MAX_CONNECTIONS = 1000;
/** Most changes take a few milliseconds. Downloads may take longer than this, but change nothing. */
const FINISH_MS = 2_000;

/** For port 0, listens on a free port. */
export async function listen(address: Address, port: number): Promise<ListeningServer> {
  let answer: RequestListener = (_, response) => {
    response.writeHead(503).end();
  };
  const listener: RequestListener = (request, response) => {
    endSlowBody(request);
    answer(request, response);
  };
  const activeRequests = new Set<Promise<unknown>>();
  const server = createHttpServer(address, listener);
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.maxConnections = MAX_CONNECTIONS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(toListenError(error, address.host, port));
    });
    server.listen(port, address.host, resolve);
  });
  const close = async () => {
    await new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
    await waitAtMost(FINISH_MS, Promise.allSettled(activeRequests));
  };
  let closing: Promise<void> | undefined;
  return {
    publicAddress: address.publicAddress((server.address() as AddressInfo).port),
    serve: (fetch) => {
      const handle = getRequestListener((...args) => {
        const response = Promise.resolve(fetch(...args));
        activeRequests.add(response);
        const forget = () => activeRequests.delete(response);
        response.then(forget, forget);
        return response;
      });
      answer = (request, response) => {
        void handle(request, response);
      };
    },
    close: () => (closing ??= close()),
  };
}

function createHttpServer({ tls }: Address, listener: RequestListener): Server {
  if (tls === undefined) return createServer(listener);
  try {
    return createTlsServer({ ...tls, minVersion: 'TLSv1.2' }, listener);
  } catch (error) {
    throw new ServeError(
      `The certificate and its key cannot be used: ${(error as Error).message}.`,
      { cause: error },
    );
  }
}

function toListenError(error: NodeJS.ErrnoException, host: string, port: number): Error {
  const message = reasons[error.code ?? '']?.(host, port);
  return message === undefined ? error : new ServeError(message, { cause: error });
}

const reasons: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_, port) => `Port ${port} is in use. Choose another one with --port.`,
  EACCES: (_, port) => `Port ${port} is not allowed for this user. Choose another one with --port.`,
  EADDRNOTAVAIL: (host) => `${host} is not an address of this machine. Change --host.`,
  ENOTFOUND: (host) => `${host} is not an address of this machine. Change --host.`,
};
