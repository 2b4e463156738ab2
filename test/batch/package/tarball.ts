import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const root = new URL('../../../', import.meta.url).pathname;

/** Creates a folder outside of the repository. Code there cannot import the repository's packages. */
export function createTemporaryFolder(): { folder: string; [Symbol.dispose]: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-package-'));
  return {
    folder,
    [Symbol.dispose]() {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Packs a built package like `npm publish`, and returns the path of the tarball. */
export function pack(packageFolder: string, into: string): string {
  const args = ['pack', '--json', '--ignore-scripts', '--loglevel=error'];
  const json = execFileSync('npm', [...args, '--pack-destination', into], {
    cwd: packageFolder,
    encoding: 'utf8',
  });
  const [{ filename }] = JSON.parse(json) as [{ filename: string }];
  return join(into, filename);
}

export function unpackPackage(packageFolder: string, into: string): string {
  execFileSync('tar', ['-xzf', pack(packageFolder, into), '-C', into]);
  return join(into, 'package');
}
