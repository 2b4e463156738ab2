import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { SandboxUnderTest } from '../sandbox/sandboxUnderTest.js';

export interface ProxyAnswer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ProxyRequest {
  readonly operation: string;
  readonly body: string;
  /** Forwards the request to the service. `authorization` replaces its Authorization header. */
  forward(authorization?: string): Promise<ProxyAnswer>;
}

/** A proxy in front of a sandbox. It has the properties of a sandbox that a client needs. */
export interface Proxy {
  readonly baseUrl: string;
  readonly tokens: readonly string[];
}

/**
 * Starts a proxy in front of a sandbox. `answer` resolves to the answer to a request. `onSent` is called
 * when the answer has been sent, or the client has disconnected.
 */
export async function startProxy(
  { sandbox }: SandboxUnderTest,
  answer: (request: ProxyRequest) => Promise<ProxyAnswer>,
  onSent: (request: ProxyRequest) => void = () => undefined,
): Promise<Proxy> {
  const { origin, pathname } = new URL(sandbox.baseUrl);
  async function toProxyRequest(incoming: IncomingMessage): Promise<ProxyRequest> {
    const url = new URL(incoming.url ?? '', origin);
    const { authorization = '', 'content-type': type = '' } = incoming.headers;
    const body = await readText(incoming);
    const forward = async (sentAuthorization = authorization): Promise<ProxyAnswer> => {
      const headers = { authorization: sentAuthorization, 'content-type': type };
      const response = await fetch(url, { method: 'POST', headers, body });
      return {
        status: response.status,
        type: response.headers.get('content-type') ?? '',
        body: await response.text(),
      };
    };
    return { operation: url.pathname.split('/').at(-1) ?? '', body, forward };
  }
  const server = createServer((incoming, outgoing) => {
    void toProxyRequest(incoming).then(async (request) => {
      outgoing.once('close', () => {
        onSent(request);
      });
      const { status, type, body, headers } = await answer(request);
      outgoing.writeHead(status, { 'content-type': type, ...headers }).end(body);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}${pathname}`, tokens: sandbox.tokens };
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
