import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The certificate of the authority that has signed the service's, in PEM form. */
export const authorityFile = fileURLToPath(new URL('certificates/authority.pem', import.meta.url));

const pem = (name: string) => readFileSync(new URL(`certificates/${name}`, import.meta.url));

/**
 * A real https server on loopback, whose certificate is for rwa.example, hooks.example and 127.0.0.1
 * and of an authority that nobody knows. Resolves to its port.
 */
export async function secureService(onRequest: RequestListener): Promise<number> {
  const server = createServer({ key: pem('server-key.pem'), cert: pem('server.pem') }, onRequest);
  // A client that does not trust it ends the handshake.
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
