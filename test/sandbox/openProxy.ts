import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { SandboxUnderTest } from './sandboxUnderTest.js';

/** The changes that a proxy makes to answers. */
export interface Interception {
  /** Returns the answer to a request that must not reach the service; undefined if the proxy must forward it. */
  readonly answer?: (path: string, body: string) => string | undefined;
  /** Changes each answer, both from the service and from `answer`. */
  readonly change?: (answer: string) => string;
}

/** Opens a proxy in front of a sandbox, and closes it after the test. Returns the base URL through the proxy. */
export async function openProxy(
  { sandbox }: Pick<SandboxUnderTest, 'sandbox'>,
  { answer = () => undefined, change = (text) => text }: Interception = {},
): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const url = new URL(request.url ?? '', sandbox.baseUrl);
      const { authorization = '' } = request.headers;
      const headers = { authorization, 'content-type': 'application/json' };
      const replacement = answer(url.pathname, body);
      const proxied =
        replacement === undefined
          ? await fetch(url, { method: 'POST', body, headers }).catch(() => undefined)
          : new Response(replacement);
      if (proxied === undefined) {
        request.destroy();
        return;
      }
      response.statusCode = proxied.status;
      response.end(change(await proxied.text()));
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}${new URL(sandbox.baseUrl).pathname}`;
}
