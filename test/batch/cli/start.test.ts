import { statSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { folderWith, rwa } from './rwaUnderTest.js';

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

test('rwa help with the name of a command prints the help of the command', async () => {
  const help = await rwa('/', ['help', 'status']);
  expect(help).toMatchObject({ code: 0, out: (await rwa('/', ['status', '--help'])).out });
});
