// npm run book: types the commands of the administrator's pages (the book), block by block, on a
// separate machine with a copy-on-write view of this disk. Needs root, permission to mount, and
// some Debian packages. `-- --loud` shows the output of the blocks.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import { reportSkippedCheck } from '../skips.ts';
import { runBook } from './book/book.mjs';

/** The option of the process that runs on the separate machine. */
const insideOption = '--inside';
const [, , mode, folder] = process.argv;
const isLoud = process.argv.includes('--loud');

/** The Debian package of each required command. */
const packagesByCommand = {
  cron: 'cron',
  logrotate: 'logrotate',
  sudo: 'sudo',
  setfacl: 'acl',
  'systemd-analyze': 'systemd',
};
const missing = Object.keys(packagesByCommand).filter(
  (name) => !['/usr/bin', '/usr/sbin', '/bin'].some((folder) => existsSync(`${folder}/${name}`)),
);

if (mode === insideOption) {
  process.exitCode = await runBook({ folder, isLoud });
} else if (process.getuid?.() !== 0 || spawnSync('unshare', ['--mount', 'true']).status !== 0) {
  reportSkippedCheck('The book needs root and the right to mount (unshare --mount).');
} else if (missing.length > 0) {
  const packages = missing.map((name) => packagesByCommand[name]).join(' ');
  reportSkippedCheck(`The book needs ${missing.join(', ')} (apt-get install ${packages}).`);
} else {
  process.exitCode = runOnSeparateMachine();
}

/**
 * Runs this script in a private mount namespace. The mounts, and with them all changes on the
 * separate machine, are removed when the process ends.
 */
function runOnSeparateMachine() {
  const mountFolder = mkdtempSync('/run/rwa-book-');
  const self = [process.execPath, import.meta.filename, insideOption, mountFolder];
  const args = ['--mount', '--propagation', 'private', ...self, ...(isLoud ? ['--loud'] : [])];
  const { status } = spawnSync('unshare', args, { stdio: 'inherit' });
  rmdirSync(mountFolder);
  return status ?? 1;
}
