import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';

const batch = fileURLToPath(new URL('../../batch', import.meta.url));
const isRoot = process.getuid?.() === 0;
let copyFolder: string | undefined;

afterAll(() => {
  if (copyFolder !== undefined) rmSync(copyFolder, { recursive: true, force: true });
});

/**
 * Returns the folder for temporary files. For root, it is a folder that other accounts may enter, if
 * there is one.
 */
export function findTemporaryFolder(): string {
  const defaultFolder = tmpdir();
  if (!isRoot) return defaultFolder;
  return [defaultFolder, '/tmp', '/var/tmp'].find((folder) => isOpenToAll(folder)) ?? defaultFolder;
}

/**
 * Returns paths of Node and `rwa` that all accounts may read. If the originals are not open to all,
 * for example in root's home, the files at these paths are copies.
 */
export function prepareRwaForAll(): readonly [program: string, script: string] {
  const script = join(batch, 'bin/rwa.js');
  if ([process.execPath, script].every(isOpenToAll)) return [process.execPath, script];
  copyFolder ??= copyRwa();
  return [join(copyFolder, basename(process.execPath)), join(copyFolder, 'batch/bin/rwa.js')];
}

/** Returns true if every account may read a file or folder, and enter all folders above it. */
function isOpenToAll(path: string): boolean {
  const real = realpathSync(path);
  const isFolder = statSync(real).isDirectory();
  if ((statSync(real).mode & (isFolder ? 0o005 : 0o004)) === 0) return false;
  for (let folder = dirname(real); ; folder = dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === dirname(folder)) return true;
  }
}

function copyRwa(): string {
  const folder = mkdtempSync(join(findTemporaryFolder(), 'rwa for all '));
  cpSync(realpathSync(process.execPath), join(folder, basename(process.execPath)));
  for (const name of ['bin', 'dist', 'package.json']) {
    cpSync(join(batch, name), join(folder, 'batch', name), { recursive: true });
  }
  copyDependencies(batch, join(folder, 'node_modules'));
  execFileSync('chmod', ['-R', 'a+rX', folder]);
  return folder;
}

function copyDependencies(folder: string, into: string): void {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  for (const name of Object.keys(dependencies)) {
    const installed = [folder, batch, dirname(batch)]
      .map((parent) => join(parent, 'node_modules', name))
      .find(existsSync);
    const copy = join(into, name);
    if (installed === undefined || existsSync(copy)) continue;
    cpSync(installed, copy, { recursive: true, dereference: true });
    copyDependencies(installed, into);
  }
}
