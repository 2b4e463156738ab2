import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** Starts a proxy on this machine that forwards http requests, without their bodies, to one server. */
export async function startForwardProxy(
  server: string,
): Promise<{ url: string; hosts: () => readonly string[] }> {
  const hosts = new Set<string>();
  const proxy = createServer((incoming, response) => {
    // A request to a proxy contains the complete URL.
    const { host, pathname, search } = new URL(incoming.url ?? '', 'http://no-host/');
    hosts.add(host);
    const headers = { ...incoming.headers, host: new URL(server).host };
    request(`${server}${pathname}${search}`, { method: incoming.method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    }).end();
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    proxy.close();
    proxy.closeAllConnections();
  });
  const { port } = proxy.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, hosts: () => [...hosts] };
}
