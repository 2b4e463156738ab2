import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { controlReply } from '../control/control.js';
import { pageReply } from '../pages/pages.js';
import { SandboxError } from '../sandboxError.js';
import type { Service } from '../service.js';
import { operationDelivery } from './operationDelivery.js';
import { MAX_BODY_BYTES, type Received, receive } from './received.js';
import { type Delivery, type Reply, deliver, refusal } from './reply.js';

export interface Server {
  readonly origin: string;
  /** Stops listening and closes all connections. */
  close(): Promise<void>;
}

/** Listens on 127.0.0.1 only; port 0 picks a free one. */
export async function listen(service: Service, port: number): Promise<Server> {
  let origin = '';
  let hosts: readonly string[] = [];
  const server = createServer((request, response) => {
    const arrivedAtMs = performance.now();
    const refused = refusedCaller(request, hosts);
    receive(request, origin, (received) => {
      const delivery = refused ? whole(refused) : deliveryFor(service, received);
      deliver(response, delivery, arrivedAtMs);
    });
  });
  // If the server closed an idle connection just when a client used it again, this would look like an
  // unintended fault.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(unusablePort(error, port));
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  origin = `http://127.0.0.1:${bound}`;
  hosts = [`127.0.0.1:${bound}`, `localhost:${bound}`];
  return {
    origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function deliveryFor(service: Service, received: Received): Delivery {
  const { path, body } = received;
  if (body === undefined) {
    return whole(refusal(413, `The request body is larger than ${MAX_BODY_BYTES} bytes`));
  }
  try {
    const [, environment, operation] = /^(\/version-test)?\/api\/1\.1\/wf\/(\w+)$/.exec(path) ?? [];
    if (operation !== undefined) {
      return operationDelivery(
        service,
        { ...received, body },
        operation,
        environment === undefined,
      );
    }
    return whole(
      path.startsWith('/_sandbox/')
        ? controlReply(service, { ...received, body })
        : pageReply(service, received),
    );
  } catch (error) {
    // For example, the disk of the data file is full.
    return whole(refusal(500, `The sandbox failed: ${(error as Error).message}`));
  }
}

function whole(reply: Reply): Delivery {
  return { reply, manner: 'whole', delayMs: 0 };
}

// Other websites can send requests to loopback, directly or through a host name that resolves to it.
function refusedCaller({ headers }: IncomingMessage, hosts: readonly string[]): Reply | undefined {
  if (!hosts.includes(headers.host ?? '')) {
    return refusal(403, 'The sandbox answers only as 127.0.0.1 or localhost');
  }
  if (headers.origin !== undefined && !hosts.includes(headers.origin.replace('http://', ''))) {
    return refusal(403, 'The sandbox does not answer pages of other sites');
  }
  return undefined;
}

function unusablePort(error: NodeJS.ErrnoException, port: number): SandboxError {
  const reason =
    error.code === 'EADDRINUSE' ? 'is already in use' : `cannot be used (${error.message})`;
  return new SandboxError(
    `Port ${port} on 127.0.0.1 ${reason}. Choose another port, or 0 for a free one.`,
    { cause: error },
  );
}
