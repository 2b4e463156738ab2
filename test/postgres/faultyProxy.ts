import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A faulty network between clients and Postgres. */
export interface FaultyProxy {
  /** The URL of the database through this network. */
  readonly url: string;
  /** Keeps all connections open, and holds all bytes back. */
  silence(): void;
  /** Ends the silence, and delivers the bytes that were held back. */
  speak(): void;
  /** Cuts all connections, and refuses new ones. */
  leave(): void;
  /** Accepts connections again. */
  comeBack(): Promise<void>;
  /**
   * Cuts the connection of the next COMMIT: before the server gets the statement, or before the
   * client gets the answer.
   */
  cutAtCommit(place: 'before' | 'after'): void;
}

/** The initial faults of a proxy. */
export interface ProxyOptions {
  /** The latency in each direction. */
  readonly delayMs?: number;
  /** When a client sends this text, the proxy cuts all connections and refuses new ones. */
  readonly awayAt?: string | undefined;
}

/** Starts a proxy in front of a database, and stops it after the test. */
export async function testFaultyProxy(
  database: string,
  { delayMs = 0, awayAt }: ProxyOptions = {},
): Promise<FaultyProxy> {
  const { port } = new URL(database);
  const sockets = new Set<Socket>();
  let isSilent = false;
  let cutPlace: 'before' | 'after' | undefined;
  const server = createServer((client) => {
    const upstream = connect(Number(port), '127.0.0.1');
    let isCommitSent = false;
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    // Forwards the bytes of one direction, except those for which `intercepts` returns true.
    const forward = (from: Socket, to: Socket, intercepts: (bytes: Buffer) => boolean) => {
      sockets.add(from);
      from.on('error', end).on('close', () => {
        sockets.delete(from);
        end();
      });
      from.on('data', (bytes) => {
        if (intercepts(bytes)) return;
        if (delayMs === 0) to.write(bytes);
        else setTimeout(() => to.write(bytes), delayMs);
      });
      if (isSilent) from.pause();
    };
    forward(client, upstream, (bytes) => {
      if (awayAt !== undefined && bytes.includes(awayAt)) {
        leave();
        return true;
      }
      if (cutPlace === undefined || !bytes.includes('COMMIT\0')) return false;
      const isBefore = cutPlace === 'before';
      cutPlace = undefined;
      if (isBefore) end();
      else isCommitSent = true;
      return isBefore;
    });
    forward(upstream, client, (bytes) => {
      // Postgres confirms a COMMIT with the same text.
      const isAnswer = isCommitSent && bytes.includes('COMMIT\0');
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
    for (const socket of sockets) socket.destroy();
  };
  await listen();
  onTestFinished(leave);
  return {
    url: database.replace(`:${port}/`, `:${proxyPort}/`),
    silence: () => {
      isSilent = true;
      for (const socket of sockets) socket.pause();
    },
    speak: () => {
      isSilent = false;
      for (const socket of sockets) socket.resume();
    },
    leave,
    comeBack: listen,
    cutAtCommit: (place) => {
      cutPlace = place;
    },
  };
}
