import { execFileSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The folder with the package as published. `npm run build:nodes` creates it. */
const folder = 'out/n8n-nodes-remote-work-assessment';

interface Manifest {
  dependencies?: object;
  n8n: { nodes: string[]; credentials: string[] };
}

const manifest = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8')) as Manifest;

function listPackedFiles(): string[] {
  const args = ['pack', '--dry-run', '--json', '--ignore-scripts', `./${folder}`];
  const json = execFileSync('npm', args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    encoding: 'utf8',
  });
  const [tarball] = JSON.parse(json) as [{ files: { path: string }[] }];
  return tarball.files.map(({ path }) => path);
}

const documents = ['LICENSE', 'README.md', 'CHANGELOG.md'];
const allowed = [...documents, 'package.json', 'dist/THIRD-PARTY-NOTICES.txt'];

test('the package contains each node with its codex file, and otherwise only code, icons and documents', () => {
  const files = listPackedFiles();
  const sources = globSync('nodes/*/*.node.ts').map((path) => path.replace(/ts$/, 'js'));
  expect(manifest.n8n.nodes.toSorted()).toEqual(sources.map((path) => `dist/${path}`).toSorted());
  expect(files).toEqual(
    expect.arrayContaining([...manifest.n8n.nodes, ...manifest.n8n.credentials]),
  );
  const unexpected = files.filter(
    (file) =>
      !/^dist\/(src|sheets|batch\/(?:engine|wording)|nodes|credentials)\/[\w/]+(\.node|\.credentials)?(\.js|\.node\.json)$/.test(
        file,
      ) &&
      !/^dist\/icons\/[\w.]+\.svg$/.test(file) &&
      !allowed.includes(file),
  );
  expect(unexpected).toEqual([]);
  const codexFiles = files.filter((file) => file.endsWith('.node.json'));
  expect(codexFiles).toHaveLength(manifest.n8n.nodes.length);
});

test('the package has no runtime dependencies', () => {
  expect(manifest.dependencies).toBeUndefined();
});

test('the README of the package is the page about the nodes, and its manifest has no field that only the repository needs', () => {
  const readme = readFileSync(`${folder}/README.md`, 'utf8');
  expect(readme).toMatch(/^# n8n-nodes-remote-work-assessment\n/);
  // The sections of n8n's template for community nodes.
  const sections = Array.from(readme.matchAll(/^## (.+)$/gm), ([, title]) => title);
  expect(sections).toEqual([
    'Installation',
    'Operations',
    'Credentials',
    'Compatibility',
    'Usage',
    'Resources',
    'Version history',
  ]);
  for (const field of ['private', 'workspaces', 'scripts', 'devDependencies']) {
    expect(manifest).not.toHaveProperty(field);
  }
});
