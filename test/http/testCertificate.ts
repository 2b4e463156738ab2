import { readFileSync } from 'node:fs';

const pem = (name: string) => readFileSync(new URL(`certificates/${name}`, import.meta.url));

/** Returns a certificate for rwa.example, hooks.example and 127.0.0.1 from an unknown authority, and its key. */
export function testCertificate() {
  return { key: pem('server-key.pem'), cert: pem('server.pem') };
}
