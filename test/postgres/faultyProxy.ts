import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A faulty network between clients and Postgres. */
export interface FaultyProxy {
  /** The URL of the database through this network. */
  readonly url: string;
  /** Keeps all connections open, and holds back all bytes. */
  silence(): void;
  /** Ends the silence, and delivers the bytes that were held back. */
  speak(): void;
  /** Cuts all connections, and refuses new ones. */
  leave(): void;
  /** Accepts connections again. */
  comeBack(): Promise<void>;
  /** Cuts the connection of the next COMMIT: before the server gets it, or before the client gets the answer. */
  cutAtCommit(place: 'before' | 'after'): void;
}

/** The initial faults of a proxy. */
export interface ProxyOptions {
  /** The latency in each direction. */
  readonly delayMs?: number;
  /** The network fails as soon as a client sends this text. */
  readonly awayAt?: string | undefined;
}

/** Starts a proxy in front of a database, which ends after the test. */
export async function testFaultyProxy(
  database: string,
  { delayMs = 0, awayAt }: ProxyOptions = {},
): Promise<FaultyProxy> {
  const { port } = new URL(database);
  const open = new Set<Socket>();
  let isSilent = false;
  let cut: 'before' | 'after' | undefined;
  const server = createServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1');
    let isCommitted = false;
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    const pass = (from: Socket, to: Socket, intercepts: (sent: Buffer) => boolean) => {
      open.add(from);
      from.on('error', end).on('close', () => {
        open.delete(from);
        end();
      });
      from.on('data', (sent) => {
        if (intercepts(sent)) return;
        if (delayMs === 0) to.write(sent);
        else setTimeout(() => to.write(sent), delayMs);
      });
      if (isSilent) from.pause();
    };
    pass(client, upstream, (sent) => {
      if (awayAt !== undefined && sent.includes(awayAt)) {
        leave();
        return true;
      }
      if (cut === undefined || !sent.includes('COMMIT\0')) return false;
      const isBefore = cut === 'before';
      cut = undefined;
      if (isBefore) end();
      else isCommitted = true;
      return isBefore;
    });
    pass(upstream, client, (sent) => {
      const isAnswer = isCommitted && sent.includes('COMMIT\0');
      if (isAnswer) end();
      return isAnswer;
    });
  });
  let proxyPort = 0;
  const listen = async () => {
    server.listen(proxyPort, '127.0.0.1');
    await once(server, 'listening');
    proxyPort = (server.address() as AddressInfo).port;
  };
  const leave = () => {
    server.close();
    for (const socket of open) socket.destroy();
  };
  await listen();
  onTestFinished(leave);
  return {
    url: database.replace(`:${port}/`, `:${proxyPort}/`),
    silence: () => {
      isSilent = true;
      for (const socket of open) socket.pause();
    },
    speak: () => {
      isSilent = false;
      for (const socket of open) socket.resume();
    },
    leave,
    comeBack: listen,
    cutAtCommit: (place) => {
      cut = place;
    },
  };
}
