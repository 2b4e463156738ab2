import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { OperationName } from '../../src/operations.js';
import type { SandboxUnderTest } from '../sandbox/sandboxUnderTest.js';

/** A door before a sandbox that lets every request in, and answers out when it is open. */
export interface Door {
  /** The connection through the door. */
  readonly env: { readonly RWA_BASE_URL: string; readonly RWA_TOKEN: string };
  /** Resolves once so many answers wait; what they answer has taken effect. */
  holds(answers: number): Promise<void>;
  /** Lets all answers out. Resolves when those that waited have left, or nobody wants them any more. */
  open(): Promise<void>;
}

/**
 * A door that keeps the answers of one operation, after the first few, until it is opened. What is to
 * happen while a request is under way can then take as long as it likes.
 */
export async function doorBefore(
  { sandbox }: SandboxUnderTest,
  operation: OperationName,
  letThrough = 0,
): Promise<Door> {
  const { origin, pathname } = new URL(sandbox.baseUrl);
  const kept: (() => Promise<void>)[] = [];
  let [isOpen, left] = [false, letThrough];
  let onKept: (() => void) | undefined;

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { status, type, body } = await forwarded(new URL(request.url ?? '', origin), request);
    const answer = async () => {
      response.writeHead(status, { 'content-type': type }).end(body);
      if (!response.writableFinished && !response.destroyed) {
        await Promise.race([once(response, 'finish'), once(response, 'close')]);
      }
    };
    if (isOpen || request.url?.endsWith(operation) !== true || left-- > 0) return answer();
    kept.push(answer);
    onKept?.();
  }
  const server = createServer((request, response) => void pass(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });

  const { port } = server.address() as AddressInfo;
  return {
    env: {
      RWA_BASE_URL: `http://127.0.0.1:${port}${pathname}`,
      RWA_TOKEN: sandbox.tokens[0] ?? '',
    },
    holds: (answers) =>
      new Promise((resolve) => {
        onKept = () => {
          if (kept.length >= answers) resolve();
        };
        onKept();
      }),
    async open() {
      isOpen = true;
      await Promise.all(kept.splice(0).map((answer) => answer()));
    },
  };
}

async function forwarded(url: URL, request: IncomingMessage) {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { authorization = '', 'content-type': type = '' } = request.headers;
  const response = await fetch(url, {
    method: 'POST',
    headers: { authorization, 'content-type': type },
    body: Buffer.concat(chunks),
  });
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    body: await response.text(),
  };
}
