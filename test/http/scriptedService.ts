import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The reaction to a request: an answer, a fault, or a function that handles the request. */
export type Reaction =
  | { status?: number; headers?: Record<string, string>; body: unknown }
  | 'reset'
  | 'hang'
  | 'cut short'
  | ((request: IncomingMessage, response: ServerResponse) => void);

export interface ScriptedService {
  readonly url: string;
  readonly requests: { operation: string; body: unknown; authorization: string | undefined }[];
  operations(): string[];
  close(): Promise<void>;
}

/**
 * Starts a real HTTP server on loopback that takes the reaction to each request from a script. After the
 * script, it answers with status 418. It never answers for the reaction `hang`, and calls `onHang` instead.
 */
export async function startScriptedService(
  reactions: readonly Reaction[],
  onHang?: () => void,
): Promise<ScriptedService> {
  const requests: ScriptedService['requests'] = [];
  const script = reactions.values();
  const server = createServer((request, response) => {
    void readBody(request).then((body) => {
      const operation = request.url?.split('/').at(-1) ?? '';
      requests.push({ operation, body, authorization: request.headers.authorization });
      const reaction = script.next().value ?? { status: 418, body: 'the script is over' };
      if (reaction === 'hang') onHang?.();
      else react(reaction, request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/version-test/api/1.1/wf`,
    requests,
    operations: () => requests.map(({ operation }) => operation),
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

function react(
  reaction: Exclude<Reaction, 'hang'>,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (reaction === 'reset') {
    request.socket.resetAndDestroy();
  } else if (reaction === 'cut short') {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('{"status":"success"', () => request.socket.destroy());
  } else if (typeof reaction === 'function') {
    reaction(request, response);
  } else {
    const { status = 200, headers = {}, body } = reaction;
    response.writeHead(status, headers);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  }
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return JSON.parse(Buffer.concat(chunks).toString());
}
