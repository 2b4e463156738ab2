// npm run lint:packages: checks the tarballs as they would be published. Build first.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders = ['out/n8n-nodes-remote-work-assessment', 'batch', 'client', 'sheets'];
/** The packages whose types are checked. No program imports the n8n nodes. */
const foldersWithTypes = ['batch', 'client', 'sheets'];

const root = join(import.meta.dirname, '..');
const tarballFolder = mkdtempSync(join(tmpdir(), 'packages-'));
/** `npm run` puts publint and attw on the PATH. Windows needs a shell for them. */
const run = (command, ...args) =>
  execFileSync(command, args, { cwd: root, encoding: 'utf8', shell: process.platform === 'win32' });

try {
  for (const folder of folders) {
    const packed = run(
      'npm',
      'pack',
      `./${folder}`,
      '--json',
      '--ignore-scripts',
      '--pack-destination',
      tarballFolder,
    );
    const tarball = join(tarballFolder, JSON.parse(packed)[0].filename);
    run('publint', 'run', tarball, '--level', 'warning', '--strict');
    if (foldersWithTypes.includes(folder)) run('attw', tarball, '--profile', 'esm-only');
  }
} catch (error) {
  console.error(`${error.stdout ?? ''}${error.stderr ?? error}`);
  process.exitCode = 1;
} finally {
  rmSync(tarballFolder, { recursive: true });
}
