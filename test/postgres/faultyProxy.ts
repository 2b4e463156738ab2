import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A network between a client and Postgres, with faults. */
export interface FaultyProxy {
  /** The URL of the database through it. */
  readonly url: string;
  /** Swallows all packets from now on, and keeps all connections. */
  silence(): void;
  /** Cuts the connection of the next COMMIT: before the server has it, or before the client has its answer. */
  cutAtCommit(place: 'before' | 'after'): void;
}

/** Starts a proxy in front of a database. It ends after the test. */
export async function faultyProxyOfTest(database: string): Promise<FaultyProxy> {
  const { port } = new URL(database);
  const open = new Set<Socket>();
  let isSilent = false;
  let cut: 'before' | 'after' | undefined;
  const proxy = createServer((client) => {
    const server = connect(Number(port), '127.0.0.1');
    let isCommitted = false;
    const end = () => {
      client.destroy();
      server.destroy();
    };
    client.on('data', (sent) => {
      if (isSilent) return;
      if (cut !== undefined && sent.includes('COMMIT\0')) {
        const place = cut;
        cut = undefined;
        if (place === 'before') {
          end();
          return;
        }
        isCommitted = true;
      }
      server.write(sent);
    });
    server.on('data', (sent) => {
      if (isSilent) return;
      if (isCommitted && sent.includes('COMMIT\0')) end();
      else client.write(sent);
    });
    for (const one of [client, server]) {
      open.add(one);
      one.on('error', end).on('close', () => {
        open.delete(one);
        if (!isSilent) end();
      });
    }
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  onTestFinished(() => {
    proxy.close();
    for (const one of open) one.destroy();
  });
  return {
    url: database.replace(`:${port}/`, `:${(proxy.address() as AddressInfo).port}/`),
    silence: () => {
      isSilent = true;
    },
    cutAtCommit: (place) => {
      cut = place;
    },
  };
}
