import { createServer } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A CONNECT request that a proxy received. */
export interface ConnectRequest {
  /** The requested host and port. */
  readonly host: string;
  /** The header Proxy-Authorization. */
  readonly authorization: string | undefined;
}

/** The reaction of a proxy to a CONNECT request: a tunnel, an answer, or a function that gets the socket. */
export type ProxyReaction =
  | 'connect'
  | { readonly status: number; readonly headers?: string }
  | ((socket: Socket) => void);

export interface ConnectProxy {
  readonly url: string;
  /** The received CONNECT requests, in order. */
  readonly requests: readonly ConnectRequest[];
  /** The received requests that are not CONNECT requests. There must be none. */
  readonly others: readonly string[];
  /** The bytes that clients have sent through the tunnels. */
  received(): string;
  /** Resets all connections, as a crash would. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * Starts a real CONNECT proxy on loopback. Its tunnels lead to `port` on this machine, whichever
 * host was requested. `react` returns the reaction to each CONNECT request.
 */
export async function startConnectProxy(
  port: number,
  react: (request: ConnectRequest) => ProxyReaction = () => 'connect',
): Promise<ConnectProxy> {
  const [requests, others]: [ConnectRequest[], string[]] = [[], []];
  const chunks: Buffer[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    others.push(`${request.method ?? ''} ${request.url ?? ''}`);
    response.writeHead(500).end();
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.on('connect', ({ url: host = '', headers }, socket) => {
    if (!(socket instanceof Socket)) return;
    const request = { host, authorization: headers['proxy-authorization'] };
    requests.push(request);
    const reaction = react(request);
    if (typeof reaction === 'function') reaction(socket);
    else if (reaction === 'connect') openTunnel(socket);
    else socket.end(`HTTP/1.1 ${reaction.status} No\r\n${reaction.headers ?? ''}\r\n<h1>No</h1>`);
  });
  function openTunnel(socket: Socket): void {
    const upstream = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(upstream).pipe(socket);
    });
    sockets.add(upstream);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', () => upstream.destroy());
    upstream.on('error', () => undefined).on('close', () => socket.destroy());
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    others,
    received: () => Buffer.concat(chunks).toString('latin1'),
    reset() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    close,
  };
}
