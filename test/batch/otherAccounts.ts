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
let copied: string | undefined;

afterAll(() => {
  if (copied !== undefined) rmSync(copied, { recursive: true, force: true });
});

/** Returns the folder for temporary files; for root, one that other accounts may enter, if there is one. */
export function temporaryFolder(): string {
  const usual = tmpdir();
  if (!isRoot) return usual;
  return [usual, '/tmp', '/var/tmp'].find((folder) => isOpenToAll(folder)) ?? usual;
}

/**
 * Returns paths of Node and `rwa` that other accounts may read. They are copies if the originals are
 * not open to all, for example in root's home.
 */
export function rwaForAll(): readonly [program: string, script: string] {
  const script = join(batch, 'bin/rwa.js');
  if ([process.execPath, script].every(isOpenToAll)) return [process.execPath, script];
  copied ??= copyRwa();
  return [join(copied, basename(process.execPath)), join(copied, 'batch/bin/rwa.js')];
}

/** Returns true if every account may enter all folders above a path and read it. */
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
  const folder = mkdtempSync(join(temporaryFolder(), 'rwa for all '));
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
