import { type IncomingMessage, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerControl } from '../control/control.js';
import { answerPage } from '../pages/pages.js';
import { SandboxError } from '../sandboxError.js';
import type { Service } from '../service.js';
import { answerOperation } from './operationDelivery.js';
import { MAX_BODY_BYTES, type ReceivedRequest, receive } from './received.js';
import { type Delivery, type Reply, deliver, toRefusal } from './reply.js';

export interface Server {
  readonly origin: string;
  close(): Promise<void>;
}

export async function listen(service: Service, port: number): Promise<Server> {
  let origin = '';
  let hosts: readonly string[] = [];
  const server = createServer((request, response) => {
    const arrivedAtMs = performance.now();
    const refused = refuseCaller(request, hosts);
    receive(request, origin, (received) => {
      const delivery = refused ? deliverWhole(refused) : answerRequest(service, received);
      deliver(response, delivery, arrivedAtMs);
    });
  });
  // Idle connections stay open: closing one just when a client uses it again would look like a fault.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(createPortError(error, port));
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  const boundPort = (server.address() as AddressInfo).port;
  origin = `http://127.0.0.1:${boundPort}`;
  hosts = [`127.0.0.1:${boundPort}`, `localhost:${boundPort}`];
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

function answerRequest(service: Service, received: ReceivedRequest): Delivery {
  const { path, body } = received;
  if (body === undefined) {
    return deliverWhole(toRefusal(413, `The request body is larger than ${MAX_BODY_BYTES} bytes`));
  }
  try {
    const [, environment, operation] = /^(\/version-test)?\/api\/1\.1\/wf\/(\w+)$/.exec(path) ?? [];
    if (operation !== undefined) {
      return answerOperation(service, { ...received, body }, operation, environment === undefined);
    }
    return deliverWhole(
      path.startsWith('/_sandbox/')
        ? answerControl(service, { ...received, body })
        : answerPage(service, received),
    );
  } catch (error) {
    // For example, the disk of the data file is full.
    return deliverWhole(toRefusal(500, `The sandbox failed: ${(error as Error).message}`));
  }
}

function deliverWhole(reply: Reply): Delivery {
  return { reply, manner: 'whole', delayMs: 0 };
}

// Refuses requests from other websites, which can send them to loopback, directly or through a host
// name that resolves to it.
function refuseCaller({ headers }: IncomingMessage, hosts: readonly string[]): Reply | undefined {
  if (!hosts.includes(headers.host ?? '')) {
    return toRefusal(403, 'The sandbox answers only as 127.0.0.1 or localhost');
  }
  if (headers.origin !== undefined && !hosts.includes(headers.origin.replace('http://', ''))) {
    return toRefusal(403, 'The sandbox does not answer pages of other sites');
  }
  return undefined;
}

function createPortError(error: NodeJS.ErrnoException, port: number): SandboxError {
  const reason =
    error.code === 'EADDRINUSE' ? 'is already in use' : `cannot be used (${error.message})`;
  return new SandboxError(
    `Port ${port} on 127.0.0.1 ${reason}. Choose another port, or 0 for a free one.`,
    { cause: error },
  );
}
