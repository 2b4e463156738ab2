import { readFileSync } from 'node:fs';

const readPem = (name: string) => readFileSync(new URL(`certificates/${name}`, import.meta.url));

/** Returns a certificate for rwa.example, hooks.example and 127.0.0.1, which only tests trust, and its key. */
export function testCertificate() {
  return { key: readPem('server-key.pem'), cert: readPem('server.pem') };
}
