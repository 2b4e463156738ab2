import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { arch, release, type } from 'node:os';
import manifest from '../package.json' with { type: 'json' };
import { toErrorMessage } from '../engine/errors.js';
import type { Finding, Findings } from './finding.js';

type Environment = Readonly<Record<string, string | undefined>>;

export function checkVersions(): Finding {
  const machine = `${type()} ${release()}, ${arch()}`;
  const { version: rwa } = manifest;
  return { code: 'versions', state: 'ok', rwa, node: process.versions.node, machine };
}

/** Node itself ignores a file of certificate authorities that it cannot read. */
export function checkAuthorities(env: Environment = process.env, now = new Date()): Finding {
  const { NODE_EXTRA_CA_CERTS: file = '' } = env;
  if (file === '') return { code: 'authorities', state: 'ok' };
  const createUnusableFinding = (
    fault: Findings['authoritiesUnusable']['fault'],
    error?: unknown,
  ): Finding => ({
    code: 'authoritiesUnusable',
    state: 'problem',
    file,
    fault,
    ...(error === undefined ? {} : { reason: toErrorMessage(error) }),
  });
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    return createUnusableFinding('unreadable', error);
  }
  const certificates =
    text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0) return createUnusableFinding('empty');
  try {
    const expired = certificates.filter(
      (each) => new X509Certificate(each).validToDate < now,
    ).length;
    // The bundle of an operating system often contains some expired certificates.
    if (expired === certificates.length) return createUnusableFinding('expired');
  } catch (error) {
    return createUnusableFinding('damaged', error);
  }
  return { code: 'authorities', state: 'ok', file, certificates: certificates.length };
}
