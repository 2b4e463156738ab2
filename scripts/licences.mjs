// Run it after every change of a dependency and `npm install`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundle } from '../batch/bundle.mjs';
import { allowedLicences, listCopiedPackages, readPackage } from '../batch/notices.mjs';

const root = join(import.meta.dirname, '..');

function findInstalledPackages() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const found = new Map();
  const visit = (folder) => {
    for (const name of Object.keys(packages[folder].dependencies ?? {})) {
      // As Node resolves them: in the package itself, then in each folder above.
      let from = folder;
      while (!packages[`${from}${from && '/'}node_modules/${name}`]) {
        from = from.slice(0, Math.max(0, from.lastIndexOf('/')));
      }
      const path = `${from}${from && '/'}node_modules/${name}`;
      if (found.has(path)) continue;
      const { version, license, hasInstallScript = false } = packages[path];
      if (!allowedLicences.includes(license) || hasInstallScript) {
        throw new Error(
          `${name} has the licence ${license}, or a script that runs at installation`,
        );
      }
      found.set(path, { name, version, licence: license });
      visit(path);
    }
  };
  visit('batch');
  return [...found.values()].sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

const formatTable = (packages) =>
  ['| package | version | licence |', '|---|---|---|']
    .concat(packages.map(({ name, version, licence }) => `| ${name} | ${version} | ${licence} |`))
    .join('\n');

export async function licencesPage() {
  const bundled = listCopiedPackages(await bundle({ write: false }));
  return `# Licences

All four packages have the MIT licence. \`sheet-splice\` installs only papaparse (MIT), and \`remote-work-assessment-client\` only undici and zod (MIT). \`npm run licences\` generates this page, and a test checks that it is current.

## \`remote-work-assessment\` (\`rwa\`)

\`npm install remote-work-assessment\` also installs these packages. They have no install scripts. In your own installation, \`npm ls --omit=dev --all\` lists them.

${formatTable(findInstalledPackages())}

The package itself contains parts of the following. Their licences are in its \`dist/THIRD-PARTY-NOTICES.txt\`.

${formatTable([...bundled.values()].map(readPackage))}

Only the part of exceljs that creates workbooks is bundled, without its dependencies. The country names come from i18n-iso-countries.

## \`n8n-nodes-remote-work-assessment\`

It has no dependencies: n8n provides \`n8n-workflow\` and \`zod\`. The country names come from i18n-iso-countries (MIT), whose licence is in \`dist/THIRD-PARTY-NOTICES.txt\`.
`;
}

if (import.meta.main) writeFileSync(join(root, 'docs', 'licences.md'), await licencesPage());
