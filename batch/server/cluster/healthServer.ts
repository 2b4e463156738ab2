import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { log } from '../log.js';
import { ServeError } from '../serveError.js';
import { answerHealth, healthPaths } from './healthAnswers.js';
import type { Metrics } from './metrics.js';
import type { ProcessStatus } from './processStatus.js';
import type { Readiness } from './readiness.js';

export interface HealthAddress {
  readonly host: string;
  /** 0 picks a free port. */
  readonly port: number;
}

export interface HealthServer {
  readonly url: string;
  close(): Promise<void>;
}

export interface HealthSources {
  readonly readiness: Readiness;
  readonly metrics: Metrics;
  readonly status: ProcessStatus;
  readonly option: '--port' | '--health-port';
}

const requestTimeoutMs = 10_000;
const maxConnections = 50;

/**
 * Everybody who reaches the port can read all answers, so that Prometheus needs no account. Throws a {@link ServeError}
 * if the port or the host cannot be used.
 */
export async function startHealthServer(
  { host, port }: HealthAddress,
  sources: HealthSources,
): Promise<HealthServer> {
  const server = createServer((request, response) => {
    const beganMs = performance.now();
    response.once('close', () => {
      const { method = '' } = request;
      const path = readPath(request);
      const route =
        path === '/metrics' || path === '/statusz'
          ? path
          : (healthPaths.find((known) => known === path) ?? '/*');
      const ms = Math.round(performance.now() - beganMs);
      log.debug({ method, route, status: response.statusCode, ms }, 'Answered a request');
    });
    answer(request, response, sources).catch((error: unknown) => {
      log.error({ err: error }, 'A request for health could not be answered');
      send(response, 500, 'Something went wrong. See the log of the process.\n');
    });
  });
  server.requestTimeout = requestTimeoutMs;
  server.maxConnections = maxConnections;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(toServeError(error, host, port, sources.option));
    });
    server.listen(port, host, resolve);
  });
  const bound = server.address() as AddressInfo;
  const shownHost = bound.family === 'IPv6' ? `[${bound.address}]` : bound.address;
  return {
    url: `http://${shownHost}:${bound.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function readPath({ url = '' }: IncomingMessage): string {
  return url.split('?')[0] ?? '';
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { readiness, metrics, status: processStatus }: HealthSources,
): Promise<void> {
  const { method = '' } = request;
  const path = readPath(request);
  if (method !== 'GET' && method !== 'HEAD') {
    send(response, 405, 'Only GET is answered.\n');
    return;
  }
  if (path === '/metrics') {
    send(response, 200, await metrics.render(), metrics.contentType);
    return;
  }
  if (path === '/statusz') {
    const [status, notReady = null] = await Promise.all([
      processStatus.read(),
      readiness.findReason(),
    ]);
    send(response, 200, `${JSON.stringify({ ...status, notReady })}\n`, 'application/json');
    return;
  }
  const healthPath = healthPaths.find((known) => known === path);
  if (healthPath === undefined) {
    send(response, 404, 'There are /healthz, /readyz, /metrics and /statusz.\n');
    return;
  }
  const { status, text } = await answerHealth(healthPath, readiness);
  send(response, status, text);
}

function send(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
  });
  response.end(text);
}

function toServeError(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  option: string,
): Error {
  const message = {
    EADDRINUSE: `Port ${port} for health and metrics is in use. Choose another one with ${option}; 0 picks a free one.`,
    EACCES: `Port ${port} for health and metrics is not allowed for this user. Choose another one with ${option}.`,
    EADDRNOTAVAIL: `${host} is not an address of this machine, so health and metrics cannot use it. Choose another address.`,
    ENOTFOUND: `${host} is not an address of this machine, so health and metrics cannot use it. Choose another address.`,
  }[error.code ?? ''];
  return message === undefined ? error : new ServeError(message, { cause: error });
}
