import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { licencesPage } from '../../../scripts/licences.mjs';
import { readBlocks } from '../../docs/blocks.js';
import { startForwardProxy } from './forwardProxy.js';
import { root } from './tarball.js';
import { createUser, type User } from './user.js';

let user: User;
beforeAll(async () => {
  user = await createUser();
  const installed = await user.sh('npm init --yes && npm install remote-work-assessment');
  expect(installed).toMatchObject({ exitCode: 0 });
});
afterAll(() => {
  user.dispose();
});

/**
 * Returns the packages in a table of docs/licences.md. Table 0 lists the installed packages, and
 * table 1 the bundled packages.
 */
function listPackages(table: number): string[] {
  const page = readFileSync(join(root, 'docs/licences.md'), 'utf8');
  const rows = page.split('| package | version | licence |\n|---|---|---|\n')[table + 1];
  return Array.from(
    (rows ?? '').split('\n\n')[0]?.matchAll(/^\| (\S+)/gm) ?? [],
    ([, name]) => name ?? '',
  );
}

async function readWorkbook(name: string): Promise<ExcelJS.Workbook> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(join(user.folder, name));
  return workbook;
}

test('docs/licences.md lists the installed and bundled packages (`npm run licences` updates it)', async () => {
  expect(readFileSync(join(root, 'docs/licences.md'), 'utf8')).toBe(await licencesPage());
});

test('npm installs only our package and the packages in the first table of docs/licences.md', async () => {
  const { exitCode, stdout } = await user.sh('npm ls --omit=dev --all --parseable');
  expect(exitCode).toBe(0);
  const names = stdout
    .trim()
    .split('\n')
    .flatMap((path) => path.split('node_modules/')[1] ?? []);
  const expected = ['remote-work-assessment', ...listPackages(0)].sort();
  expect(names.sort()).toEqual(expected);
  expect([...user.registry.fetched].sort()).toEqual(expected);
  expect(listPackages(0).length).toBeLessThan(10);
});

test('every installed package has an allowed licence and the text of the licence, and no install script', () => {
  const manifests = globSync('node_modules/{*,@*/*}/package.json', { cwd: user.folder });
  expect(manifests).toHaveLength(1 + listPackages(0).length);
  for (const file of manifests) {
    const manifest = JSON.parse(readFileSync(join(user.folder, file), 'utf8')) as {
      license?: string;
      scripts?: Record<string, string>;
    };
    expect(manifest.license, file).toMatch(/^(MIT|ISC|BSD-[23]-Clause|Apache-2\.0)$/);
    for (const script of ['preinstall', 'install', 'postinstall']) {
      expect(manifest.scripts?.[script], file).toBeUndefined();
    }
    const texts = globSync('[Ll][Ii][Cc][Ee][Nn][CcSs][Ee]*', {
      cwd: join(user.folder, file, '..'),
    });
    expect(texts, file).not.toEqual([]);
  }
});

test('the notices list every bundled package with its licence', () => {
  const folder = join(user.folder, 'node_modules/remote-work-assessment/dist');
  const notices = readFileSync(join(folder, 'THIRD-PARTY-NOTICES.txt'), 'utf8');
  const bundled = Array.from(notices.matchAll(/^-{80}\n\n(\S+) \S+ \(/gm), ([, name]) => name);
  expect(bundled).toEqual(listPackages(1));
  expect(notices).toContain('The Apache Software Foundation');
});

test('the package creates a template, and rwa check reads it without a stack trace', async () => {
  expect(await user.sh('npx --no rwa template t.xlsx')).toMatchObject({ exitCode: 0 });
  const [sheet] = (await readWorkbook('t.xlsx')).worksheets;
  expect(sheet?.getCell('A1')).toMatchObject({ value: 'Employee ID', font: { bold: true } });
  expect(sheet?.getCell('A1').note).toBeDefined();
  expect(sheet?.getCell('B2').dataValidation).toMatchObject({ type: 'list' });
  const checked = await user.sh('npx --no rwa check t.xlsx --json');
  expect(checked).toMatchObject({ exitCode: 0 });
  expect(checked.stderr).not.toMatch(/at .*\.js:\d+/);
});

test('the package checks and assesses a workbook with the sandbox, and creates the report', async () => {
  copyFileSync(join(root, 'samples/hires-2026-q4.xlsx'), join(user.folder, 'hires.xlsx'));
  expect(await user.sh('npx --no rwa check hires.xlsx')).toMatchObject({ exitCode: 0 });
  const assessed = await user.sh(
    'npx --no rwa assess hires.xlsx --sandbox --yes --report report.html',
  );
  expect(assessed).toMatchObject({ exitCode: 0 });
  expect(existsSync(join(user.folder, 'hires.sandbox.xlsx'))).toBe(true);
  expect(readFileSync(join(user.folder, 'report.html'), 'utf8')).toContain('<svg');
});

test('the package writes the results of a CSV file into a new workbook', async () => {
  copyFileSync(join(root, 'samples/hires-2026-q4.csv'), join(user.folder, 'hires.csv'));
  const command = 'npx --no rwa assess hires.csv --sandbox --yes --output scored.xlsx';
  expect(await user.sh(command)).toMatchObject({ exitCode: 0 });
  const [sheet] = (await readWorkbook('scored.xlsx')).worksheets;
  const cells: ExcelJS.CellValue[] = [];
  sheet?.eachRow((row) => {
    row.eachCell(({ value }) => cells.push(value));
  });
  expect(cells.filter((value) => value === 'Scored')).toHaveLength(24);
  expect(cells).toContain('00318');
});

const installationPage = 'docs/installation.md';

function readBlock(file: string, name: string): string {
  const text = readBlocks(file).find(({ triedBy }) => triedBy === name)?.text;
  if (text === undefined) throw new Error(`${file} has no block ${name}.`);
  return text;
}

/** Returns the commands of a block without sudo, and with another folder in place of /opt. */
function adaptToUser(text: string, folder: string): string {
  return text
    .replaceAll('sudo env PATH=/opt/node-24/bin:/usr/bin:/bin', 'env')
    .replaceAll('sudo ', '')
    .replaceAll('/opt', folder);
}

test('the four tarballs are packed from a checkout, and npm installs rwa from its tarball', async () => {
  const out = join(user.folder, 'tarballs');
  mkdirSync(out);
  const commands = readBlock(installationPage, 'tarballs')
    // Skip the build: `npm test` has built the packages already.
    .replace(/^npm ci && npm run build .*\n/, '')
    .replaceAll(/(\.\/)?\bout\b(?!\/n8n)/g, out);
  const globalFolder = join(user.folder, 'globals');
  const packed = await user.sh(`cd '${root}'\n${commands}`, { npm_config_prefix: globalFolder });
  expect(packed).toMatchObject({ exitCode: 0 });
  expect(globSync('*.tgz', { cwd: out }).toSorted()).toEqual([
    'n8n-nodes-remote-work-assessment-0.1.0.tgz',
    'remote-work-assessment-0.1.0.tgz',
    'remote-work-assessment-client-0.1.0.tgz',
    'sheet-splice-0.1.0.tgz',
  ]);
  const version = await user.sh(`'${globalFolder}/bin/rwa' --version`);
  expect(version).toMatchObject({ exitCode: 0, stdout: '0.1.0\n' });
});

test('npm installs the package through a proxy', async () => {
  const proxy = await startForwardProxy(user.registry.url);
  const folder = join(user.folder, 'behind-proxy');
  const command = adaptToUser(readBlock(installationPage, 'package-proxy'), folder)
    // The registry of the test uses http.
    .replace(/HTTPS_PROXY='[^']+'/, `HTTP_PROXY='${proxy.url}'`);
  const registry = 'http://registry.example/';
  const installed = await user.sh(command, {
    npm_config_registry: registry,
    npm_config_cache: join(folder, 'cache'),
    npm_config_replace_registry_host: 'always',
  });
  expect(installed).toMatchObject({ exitCode: 0 });
  expect(proxy.hosts()).toEqual(['registry.example']);
  const version = await user.sh(`'${folder}/rwa/bin/rwa' --version`);
  expect(version).toMatchObject({ exitCode: 0, stdout: '0.1.0\n' });
});

test('a copied installation runs without network access', async () => {
  expect(await user.sh(readBlock(installationPage, 'package-copy'))).toMatchObject({ exitCode: 0 });
  const folder = join(user.folder, 'offline');
  mkdirSync(folder);
  const unpacking = await user.sh(
    adaptToUser(readBlock(installationPage, 'package-offline'), folder),
  );
  expect(unpacking).toMatchObject({ exitCode: 0 });
  const offline = { npm_config_registry: 'http://127.0.0.1:9' };
  const result = await user.sh(`'${folder}/rwa/bin/rwa' template offline.xlsx`, offline);
  expect(result).toMatchObject({ exitCode: 0 });
});
