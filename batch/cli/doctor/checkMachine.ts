import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { arch, release, type } from 'node:os';
import manifest from '../../package.json' with { type: 'json' };
import { toErrorMessage } from '../../engine/errors.js';
import { count } from '../../wording/words.js';
import type { Finding } from './finding.js';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the versions that a bug report needs. */
export function checkVersions(): Finding {
  const machine = `${type()} ${release()}, ${arch()}`;
  const versions = `rwa ${manifest.version}, Node ${process.versions.node}, ${machine}`;
  return { check: 'Versions', state: 'ok', message: versions };
}

/** Checks the file with more certificate authorities: Node ignores one that it cannot read. */
export function checkAuthorities(env: Environment = process.env, now = new Date()): Finding {
  const check = 'Certificates';
  const { NODE_EXTRA_CA_CERTS: file = '' } = env;
  if (file === '') return { check, state: 'ok', message: 'only the authorities that Node trusts' };
  const problem = (what: string): Finding => ({
    check,
    state: 'problem',
    message: `${what} Set NODE_EXTRA_CA_CERTS to a PEM file with the authorities of your company, or remove the variable.`,
  });
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return problem(`${file} cannot be read: ${toErrorMessage(error)}.`);
  }
  const found = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (found.length === 0) return problem(`${file} contains no certificate.`);
  try {
    const expired = found.filter((each) => new X509Certificate(each).validToDate < now).length;
    // A bundle of a system often contains some that have expired.
    if (expired === found.length) return problem(`All certificates in ${file} have expired.`);
  } catch (error) {
    return problem(`A certificate in ${file} is damaged: ${toErrorMessage(error)}.`);
  }
  const authorities = count(found.length, 'certificate');
  return { check, state: 'ok', message: `${authorities} of ${file}, and those that Node trusts` };
}
