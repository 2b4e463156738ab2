import type { RequestListener } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { readTestCertificate } from './testCertificate.js';

/** The path of the PEM file with the certificate of the authority that signed the service's certificate. */
export const authorityFile = fileURLToPath(new URL('certificates/authority.pem', import.meta.url));

/**
 * Starts a real HTTPS server on loopback with the certificate from {@link readTestCertificate}. Resolves to its
 * port.
 */
export async function startSecureService(onRequest: RequestListener): Promise<number> {
  const server = createServer(readTestCertificate(), onRequest);
  // A client that does not trust the certificate ends the handshake.
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}
