// Collects the licences of bundled packages, which require that we distribute their texts.
import { existsSync, globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** Licences that companies usually allow. The build fails for any other licence. */
export const allowedLicences = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'ISC',
  'MIT',
  'MIT-0',
];

/** The package from which the country names in src/ are copied. It is not bundled itself. */
const copiedFrom = 'i18n-iso-countries';

export function readPackage(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (!allowedLicences.includes(license)) {
    throw new Error(`${name} has the licence ${license}, which is not one of those allowed`);
  }
  return { name, version, licence: license };
}

export function listCopiedPackages(bundled) {
  const path = createRequire(import.meta.url).resolve(`${copiedFrom}/package.json`);
  return new Map([...bundled, [copiedFrom, dirname(path)]]);
}

/** Reads the licence of a package without a licence file from the end of its README. */
function readLicenceFromReadme(folder) {
  const path = join(folder, 'README.md');
  const readme = existsSync(path) ? readFileSync(path, 'utf8').replaceAll('\r\n', '\n') : '';
  return /^#+ *licen[cs]e\n+([^]*\bcopyright\b[^]*\bWARRANT[^]*)/im.exec(readme)?.[1]?.trim();
}

export function createNotices(bundled) {
  const parts = [...listCopiedPackages(bundled).values()].map((folder) => {
    const { name, version, licence } = readPackage(folder);
    const files = globSync('{LICEN[CS]E,licen[cs]e,NOTICE,CopyrightNotice}{,.txt,.md}', {
      cwd: folder,
    });
    const inReadme = files.some((file) => /^licen/i.test(file))
      ? []
      : [readLicenceFromReadme(folder)];
    if (inReadme.includes(undefined)) throw new Error(`${name} has no text of its licence`);
    const more = existsSync(join(folder, 'licenses'))
      ? globSync('licenses/*', { cwd: folder })
      : [];
    const texts = [...files.sort(), ...more.sort()].map((file) =>
      readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim(),
    );
    return [`${name} ${version} (${licence})`, ...inReadme, ...texts].join('\n\n');
  });
  return [
    'This package contains parts of the following packages, under their own licences.',
    ...parts,
    '',
  ].join(`\n\n${'-'.repeat(80)}\n\n`);
}
