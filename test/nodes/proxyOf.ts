import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { SandboxUnderTest } from '../sandbox/sandboxUnderTest.js';

/** Opens a sandbox to another port until the test ends, with changed answers. Returns its base URL there. */
export async function proxyOf(
  { sandbox }: Pick<SandboxUnderTest, 'sandbox'>,
  change = (answer: string) => answer,
): Promise<string> {
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const url = new URL(request.url ?? '', sandbox.baseUrl);
      const { authorization = '' } = request.headers;
      const headers = { authorization, 'content-type': 'application/json' };
      response.end(change(await (await fetch(url, { method: 'POST', body, headers })).text()));
    })();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}${new URL(sandbox.baseUrl).pathname}`;
}
