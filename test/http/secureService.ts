import { readFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

/** The certificate of the authority that signed the certificate of the service, in PEM format. */
export const authorityFile = fileURLToPath(new URL('certificates/authority.pem', import.meta.url));

const pem = (name: string) => readFileSync(new URL(`certificates/${name}`, import.meta.url));

/**
 * Starts a real https server on loopback. Its certificate is for rwa.example, hooks.example and 127.0.0.1,
 * and from an unknown authority. Resolves to the port.
 */
export async function secureService(onRequest: RequestListener): Promise<number> {
  const server = createServer({ key: pem('server-key.pem'), cert: pem('server.pem') }, onRequest);
  // A client that does not trust the certificate ends the handshake.
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
