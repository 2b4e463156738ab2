import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };

const root = join(import.meta.dirname, '..', '..');
const readText = (file: string) => readFileSync(join(root, file), 'utf8');

/** Runs the Node version check of the scripts with a simulated version. */
function checkNode(version: string) {
  const replaceVersion = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`;
  const args = ['--import', `data:text/javascript,${encodeURIComponent(replaceVersion)}`];
  return spawnSync(process.execPath, [...args, 'scripts/requireNode24.mjs'], {
    cwd: root,
    encoding: 'utf8',
  });
}

test('the check before a build refuses an older Node, and suggests how to install Node 24', () => {
  const { status, stderr } = checkNode('20.20.2');
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr: `The scripts of this checkout need Node 24 or newer; this is Node 20.20.2.
npm ci installs it, unless install scripts are turned off. Then install it with:
  npm rebuild node --ignore-scripts=false
`,
  });
  expect(checkNode('24.11.0')).toMatchObject({ status: 0, stderr: '' });
});

test('changesets give every package of the checkout the same version', () => {
  const { fixed } = JSON.parse(readText('.changeset/config.json')) as { fixed: string[][] };
  const names = manifest.workspaces.map((folder) => {
    return (JSON.parse(readText(join(folder, 'package.json'))) as { name: string }).name;
  });
  expect(names).toContain(manifest.name);
  expect(fixed).toEqual([names]);
});

test('every build checks the version of Node first', () => {
  const { build, ...scripts } = manifest.scripts;
  const builds = Object.entries(scripts).filter(([name]) => name.startsWith('build:'));
  expect(builds).toHaveLength(4);
  for (const [, command] of builds) {
    expect(command).toMatch(/^node scripts\/requireNode24\.mjs && /);
  }
  const names = builds.map(([name]) => name).join(' ');
  expect(build).toBe(`node scripts/sideBySide.mjs ${names}`);
});

test('npm shows only errors in a checkout, and no warnings about packages that require Node 24', () => {
  const settings = readText('.npmrc').replaceAll(/^#.*\n/gm, '');
  expect(settings).toBe('loglevel=error\n');
});

test('docs/publishing.md contains the npm commands of the workflow, and the workflow has no npm token', () => {
  const workflow = readText('.github/workflows/publish.yml');
  const workflowCommands = Array.from(
    workflow.matchAll(/npm publish.*$/gm),
    ([command]) => command,
  );
  const page = readText('docs/publishing.md');
  const pageCommands = Array.from(page.matchAll(/^npm publish[^#\n]*/gm), ([command]) =>
    command.trim(),
  );
  expect(workflowCommands).toHaveLength(4);
  expect(workflowCommands).toEqual(
    pageCommands.map((command) => command.replace('--access', '--provenance --access')),
  );
  expect(page).toContain('(../.github/workflows/publish.yml)');
  expect(workflow).toMatch(/environment: npm$/m);
  expect(workflow).not.toMatch(/NODE_AUTH_TOKEN|NPM_TOKEN/);
});
