// npm run book: types the commands of the administrator's pages, block by block, on a separate machine
// with a copy-on-write view of this disk. Needs root, permission to mount, and some Debian packages.
// `-- --loud` shows the output of the blocks.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmdirSync } from 'node:fs';
import { reportSkippedCheck } from '../skips.ts';
import { runBook } from './book/book.mjs';

const inside = '--inside';
const [, , mode, folder] = process.argv;
const isLoud = process.argv.includes('--loud');

/** The required commands, with their Debian packages. */
const needed = {
  cron: 'cron',
  logrotate: 'logrotate',
  sudo: 'sudo',
  setfacl: 'acl',
  'systemd-analyze': 'systemd',
};
const missing = Object.keys(needed).filter(
  (name) => !['/usr/bin', '/usr/sbin', '/bin'].some((each) => existsSync(`${each}/${name}`)),
);

if (mode === inside) {
  process.exitCode = await runBook({ folder, isLoud });
} else if (process.getuid?.() !== 0 || spawnSync('unshare', ['--mount', 'true']).status !== 0) {
  reportSkippedCheck('The book needs root and the right to mount (unshare --mount).');
} else if (missing.length > 0) {
  const packages = missing.map((name) => needed[name]).join(' ');
  reportSkippedCheck(`The book needs ${missing.join(', ')} (apt-get install ${packages}).`);
} else {
  process.exitCode = runOnSeparateMachine();
}

/** Mounts in a private namespace are removed with the process, and so are all changes. */
function runOnSeparateMachine() {
  const mounted = mkdtempSync('/run/rwa-book-');
  const self = [process.execPath, import.meta.filename, inside, mounted];
  const args = ['--mount', '--propagation', 'private', ...self, ...(isLoud ? ['--loud'] : [])];
  const { status } = spawnSync('unshare', args, { stdio: 'inherit' });
  rmdirSync(mounted);
  return status ?? 1;
}
