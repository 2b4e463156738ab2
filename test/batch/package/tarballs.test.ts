import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrokenLinks } from '../../docs/links.js';
import { createTemporaryFolder, root, unpackPackage } from './tarball.js';

interface Manifest {
  name: string;
  version: string;
  license: string;
  author: { name: string; email: string };
  homepage: string;
  bugs: string;
  repository: { type: string; url: string; directory?: string };
  bin?: Record<string, string>;
  man?: string[];
  exports?: Record<string, Record<string, string>>;
  n8n?: { nodes: string[]; credentials: string[] };
}

// `npm test` builds the packages before it runs this file.
describe.each([
  {
    package: 'n8n-nodes-remote-work-assessment',
    source: 'out/n8n-nodes-remote-work-assessment',
    directory: undefined,
    hasNotices: true,
  },
  { package: 'remote-work-assessment', source: 'batch', directory: 'batch', hasNotices: true },
  {
    package: 'remote-work-assessment-client',
    source: 'client',
    directory: 'client',
    hasNotices: false,
  },
  { package: 'sheet-splice', source: 'sheets', directory: 'sheets', hasNotices: false },
])('the tarball of $package', ({ package: name, source, directory, hasNotices }) => {
  const temporary = createTemporaryFolder();
  let folder: string;
  let manifest: Manifest;
  let repository: string;

  beforeAll(() => {
    folder = unpackPackage(join(root, source), temporary.folder);
    manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    repository = manifest.repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
  });
  afterAll(() => {
    temporary[Symbol.dispose]();
  });

  test('contains a package.json with name, licence, author, homepage, repository and bug tracker', () => {
    expect(manifest).toMatchObject({ name, license: 'MIT', repository: { type: 'git' } });
    expect(manifest.author).toEqual({
      name: expect.stringMatching(/\w/) as string,
      email: expect.stringContaining('@') as string,
    });
    expect(repository).toMatch(/^https:\/\/[\w.]+\/[\w-]+\/[\w-]+$/);
    expect(manifest.repository.directory).toBe(directory);
    expect(manifest.homepage.startsWith(repository)).toBe(true);
    expect(manifest.bugs).toBe(`${repository}/issues`);
  });

  test('contains its documents, its licence and the notices of bundled packages', () => {
    const notices = hasNotices ? ['dist/THIRD-PARTY-NOTICES.txt'] : [];
    for (const file of ['README.md', 'CHANGELOG.md', 'LICENSE', ...notices]) {
      expect(readFileSync(join(folder, file), 'utf8').length, file).toBeGreaterThan(300);
    }
  });

  test('contains every file that its package.json lists in bin, man, exports and n8n', () => {
    const { bin = {}, man = [], exports = {}, n8n } = manifest;
    const namedFiles = [
      ...Object.values(bin),
      ...man,
      ...Object.values(exports).flatMap((conditions) => Object.values(conditions)),
      ...(n8n?.nodes ?? []),
      ...(n8n?.credentials ?? []),
    ];
    expect(namedFiles.length).toBeGreaterThan(0);
    expect(namedFiles.filter((file) => !existsSync(join(folder, file)))).toEqual([]);
  });

  test('contains no broken link or picture', () => {
    const pages = globSync('**/*.md', { cwd: folder });
    const where = { folder, checkout: root, repository };
    expect(pages.flatMap((page) => findBrokenLinks(join(folder, page), where))).toEqual([]);
  });

  test('has its own version as the first entry of the changelog', () => {
    const changelog = readFileSync(join(folder, 'CHANGELOG.md'), 'utf8');
    expect(/^## (.+)$/m.exec(changelog)?.[1]).toBe(manifest.version);
  });

  test('never advises an npx command that would download an unrelated package', () => {
    const matches = globSync('**/*.{md,js,json}', { cwd: folder }).filter((file) =>
      /npx (?:rwa|remote-work-assessment)\b/.test(readFileSync(join(folder, file), 'utf8')),
    );
    expect(matches).toEqual([]);
  });
});
