import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The folder of the repository. */
export const root = new URL('../../../', import.meta.url).pathname;

/** A folder outside of the repository, where none of its packages is found; and how to remove it. */
export function freshFolder(): { folder: string; [Symbol.dispose]: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-package-'));
  return {
    folder,
    [Symbol.dispose]() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Packs what `npm test` has built, as npm would publish it, and returns the tarball's path. */
export function pack(packageFolder: string, into: string): string {
  const args = ['pack', '--json', '--ignore-scripts', '--loglevel=error'];
  const json = execFileSync('npm', [...args, '--pack-destination', into], {
    cwd: packageFolder,
    encoding: 'utf8',
  });
  const [{ filename }] = JSON.parse(json) as [{ filename: string }];
  return join(into, filename);
}

/** Packs and unpacks; returns the folder of the package. */
export function unpacked(packageFolder: string, into: string): string {
  execFileSync('tar', ['-xzf', pack(packageFolder, into), '-C', into]);
  return join(into, 'package');
}
