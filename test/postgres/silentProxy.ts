import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A way to a database that can become silent: connections stay open, and nothing arrives any more. */
export interface SilentProxy {
  /** The URL of the database by this way. */
  readonly url: string;
  readonly fallSilent: () => void;
  readonly speak: () => void;
}

/** Starts a proxy before a database, in this thread; `delayMs` is how long each way takes. */
export async function silentProxyOfTest(database: string, delayMs = 0): Promise<SilentProxy> {
  const { port } = new URL(database);
  const sockets = new Set<Socket>();
  let isSilent = false;
  const pass = (from: Socket, to: Socket) => {
    sockets.add(from);
    from.on('error', () => undefined);
    from.on('close', () => {
      sockets.delete(from);
      to.destroy();
    });
    from.on('data', (data) => {
      if (delayMs === 0) to.write(data);
      else setTimeout(() => to.write(data), delayMs);
    });
    if (isSilent) from.pause();
  };
  const server = createServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1');
    pass(client, upstream);
    pass(upstream, client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const own = (server.address() as AddressInfo).port;
  return {
    url: database.replace(`:${port}/`, `:${own}/`),
    fallSilent: () => {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    speak: () => {
      isSilent = false;
      for (const socket of sockets) socket.resume();
    },
  };
}
