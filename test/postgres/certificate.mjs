import { execFile } from 'node:child_process';
import { chown } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];

/**
 * Creates a CA, and a certificate that the CA signs for a server on this machine. The server's key
 * belongs to `owner`, if given, because Postgres runs as that user and must be able to read the key.
 */
export async function makeCertificate(folder, owner) {
  const getPath = (name) => join(folder, name);
  const [caFile, caKey, certificateFile, keyFile] = [
    getPath('ca.pem'),
    getPath('ca.key'),
    getPath('server.pem'),
    getPath('server.key'),
  ];
  const createCertificate = (...args) => run('openssl', ['req', '-x509', ...newKey, ...args]);
  await createCertificate('-keyout', caKey, '-out', caFile, '-subj', '/CN=CA of a test');
  await createCertificate(
    '-CA',
    caFile,
    '-CAkey',
    caKey,
    '-keyout',
    keyFile,
    '-out',
    certificateFile,
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost,IP:127.0.0.1',
    '-addext',
    'basicConstraints=critical,CA:FALSE',
  );
  if (owner !== undefined) await chown(keyFile, owner.uid, owner.gid);
  return { caFile, certificateFile, keyFile };
}
