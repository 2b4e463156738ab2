import { createServer } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A CONNECT request that a proxy received. */
export interface Asked {
  /** Host and port. */
  readonly host: string;
  /** The name and password, as they came. */
  readonly authorization: string | undefined;
}

/** What a proxy does with one CONNECT: an answer of its own, or anything with the connection. */
export type Turn =
  'connect' | { readonly status: number; readonly headers?: string } | ((socket: Socket) => void);

export interface ConnectProxy {
  /** Its address. */
  readonly url: string;
  /** Every CONNECT that came, in order. */
  readonly asked: readonly Asked[];
  /** Every other request that came, which a proxy of ours must never see. */
  readonly others: readonly string[];
  /** All that came through its tunnels, as it was sent. */
  received(): string;
  /** Ends all tunnels as a crash does. */
  reset(): void;
  close(): Promise<void>;
}

/**
 * A real CONNECT proxy on loopback. Whatever the requested host, it connects to one port of this
 * machine. `turn` decides what happens to each CONNECT.
 */
export async function connectProxy(
  port: number,
  turn: (asked: Asked) => Turn = () => 'connect',
): Promise<ConnectProxy> {
  const [asked, others]: [Asked[], string[]] = [[], []];
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
    asked.push(request);
    const next = turn(request);
    if (typeof next === 'function') next(socket);
    else if (next === 'connect') tunnel(socket);
    else socket.end(`HTTP/1.1 ${next.status} No\r\n${next.headers ?? ''}\r\n<h1>No</h1>`);
  });
  function tunnel(socket: Socket): void {
    const onwards = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      socket.pipe(onwards).pipe(socket);
    });
    sockets.add(onwards);
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', () => onwards.destroy());
    onwards.on('error', () => undefined).on('close', () => socket.destroy());
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(close);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    others,
    received: () => Buffer.concat(chunks).toString('latin1'),
    reset() {
      for (const socket of sockets) socket.resetAndDestroy();
    },
    close,
  };
}
