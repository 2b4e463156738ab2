import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { testCertificate } from './testCertificate.js';

/** The path of the PEM certificate of the authority that signed the certificate of the service. */
export const authorityFile = fileURLToPath(new URL('certificates/authority.pem', import.meta.url));

/**
 * Starts a real https server on loopback, with the certificate of {@link testCertificate}. Resolves to the port.
 */
export async function secureService(onRequest: RequestListener): Promise<number> {
  const server = createServer(testCertificate(), onRequest);
  // A client that does not trust the certificate ends the handshake.
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
