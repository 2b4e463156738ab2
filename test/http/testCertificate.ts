import { readFileSync } from 'node:fs';

const readPem = (name: string) => readFileSync(new URL(`certificates/${name}`, import.meta.url));

/** Reads a certificate for rwa.example, hooks.example and 127.0.0.1, and its key. Only the tests trust it. */
export function readTestCertificate() {
  return { key: readPem('server-key.pem'), cert: readPem('server.pem') };
}
