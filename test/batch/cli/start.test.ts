import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { commands } from '../../../batch/cli/commands/commandList.js';
import { folderWith, rwa } from './rwaUnderTest.js';

const names = Object.keys(commands);
const hooks = new URL('loadedModules.mjs', import.meta.url).href;

/** Returns the external packages that a command line loads, and the total size of our own files. */
async function findLoaded(args: readonly string[]) {
  const folder = await folderWith();
  const list = join(folder, 'loaded.txt');
  const { code } = await rwa(folder, args, {
    NODE_OPTIONS: `--import=${hooks}`,
    RWA_LOADED: list,
  });
  expect(code).toBe(0);
  const urls = (await readFile(list, 'utf8')).trimEnd().split('\n');
  const packages = urls.flatMap((url) => /node_modules\/([^/]+)\//.exec(url)?.[1] ?? []);
  const own = urls.filter((url) => url.startsWith('file:') && !url.includes('/node_modules/'));
  const bytes = own.map((url) => statSync(fileURLToPath(url)).size);
  return { packages: [...new Set(packages)], ownBytes: bytes.reduce((sum, size) => sum + size, 0) };
}

test('the list of commands is shown without loading the commands', async () => {
  const { packages, ownBytes } = await findLoaded(['--help']);
  expect(packages).toEqual(['commander']);
  // The limit allows the words of all errors, but not the server, which has over 1,000,000 bytes.
  expect(ownBytes).toBeLessThan(200_000);
});

test('rwa status and rwa template show their help without loading undici', async () => {
  expect((await findLoaded(['status', '--help'])).packages).not.toContain('undici');
  expect((await findLoaded(['template', '--help'])).packages).not.toContain('undici');
});

test.each(names)(
  'the list of commands and the help of %s contain the same description',
  async (name) => {
    const folder = await folderWith();
    const [list, own, helpCommand] = await Promise.all([
      rwa(folder, ['--help']),
      rwa(folder, [name, '--help']),
      rwa(folder, ['help', name]),
    ]);
    const [, usage = ''] = /^Usage: rwa (.*)\n/.exec(own.out) ?? [];
    const flat = (text: string) => text.replaceAll(/\s+/g, ' ');
    expect(flat(list.out)).toContain(flat(`${usage} ${commands[name]?.description}`));
    expect(flat(own.out)).toContain(flat(commands[name]?.description ?? '-'));
    expect(helpCommand.out).toBe(own.out);
    expect([list.code, own.code, helpCommand.code]).toEqual([0, 0, 0]);
  },
);
