import { randomBytes, randomUUID, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { toErrorMessage } from '../../engine/errors.js';
import { CommandError } from '../output/commandError.js';
import type { McpContext } from './context.js';
import { readOrCreate } from './readOrCreate.js';
import { createMcpServer } from './server.js';

const endpoint = '/mcp';

/** Only a client that begins sessions in a loop and never ends them needs more. */
const maxSessions = 100;

export interface HttpServer {
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Checks the token, Host and Origin, because a web page in a browser on this machine must not use
 * the server.
 */
export async function serveHttp(
  context: McpContext,
  { port, token }: { readonly port: number; readonly token: string },
): Promise<HttpServer> {
  const sessions = new Map<string, StreamableHTTPServerTransport>();

  const open = async (): Promise<StreamableHTTPServerTransport> => {
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => {
        const [oldest] = sessions;
        if (oldest !== undefined && sessions.size >= maxSessions) void oldest[1].close();
        sessions.set(id, transport);
      },
    });
    transport.onclose = () => {
      sessions.delete(transport.sessionId ?? '');
    };
    await createMcpServer(context).connect(transport);
    return transport;
  };

  const server = createServer((request, response) => {
    const refusal = findRefusal(request, token);
    if (refusal !== undefined) {
      refuse(response, ...refusal);
      return;
    }
    const id = request.headers['mcp-session-id'];
    const known = typeof id === 'string' ? sessions.get(id) : undefined;
    if (id !== undefined && known === undefined) {
      refuse(response, 404, 'This session has ended. Begin another one.');
      return;
    }
    const handled = Promise.resolve(known ?? open()).then((transport) =>
      transport.handleRequest(request, response),
    );
    handled.catch(() => {
      if (!response.headersSent) refuse(response, 500, 'The server could not handle the request.');
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening').catch((error: unknown) => {
    throw new CommandError(
      (error as NodeJS.ErrnoException).code === 'EADDRINUSE'
        ? `Port ${port} is in use. Choose another one with --http.`
        : `Port ${port} cannot be used: ${toErrorMessage(error)}`,
    );
  });
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${actual}${endpoint}`,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const transport of sessions.values()) await transport.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

export async function readHttpToken(
  folder: string,
): Promise<{ readonly path: string; readonly token: string }> {
  const path = join(folder, 'http-token');
  const text = await readOrCreate(path, randomBytes(32).toString('base64url'));
  return { path, token: text.trim() };
}

function findRefusal(
  { headers, socket, url = '' }: IncomingMessage,
  token: string,
): readonly [status: number, reason: string] | undefined {
  const { host = '', origin, authorization = '' } = headers;
  const own = [`127.0.0.1:${socket.localPort}`, `localhost:${socket.localPort}`];
  if (!own.includes(host.toLowerCase()))
    return [403, 'The Host is not the address of this server.'];
  if (origin !== undefined && !own.some((name) => origin === `http://${name}`)) {
    return [403, 'Web pages may not use this server.'];
  }
  if (!isSameSecret(authorization, `Bearer ${token}`)) {
    return [
      401,
      'The token is missing or wrong. It is in the file that the server named at its start.',
    ];
  }
  return url.split('?')[0] === endpoint ? undefined : [404, `The endpoint is ${endpoint}.`];
}

/** Compares in constant time, so that the time of an answer does not reveal the token. */
function isSameSecret(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

function refuse(response: ServerResponse, status: number, reason: string): void {
  const error = { jsonrpc: '2.0', error: { code: -32_000, message: reason }, id: null };
  response
    .writeHead(status, {
      'Content-Type': 'application/json',
      ...(status === 401 ? { 'WWW-Authenticate': 'Bearer' } : {}),
    })
    .end(JSON.stringify(error));
}
