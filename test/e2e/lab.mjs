// A real n8n with its lint and scanner, in a cache folder outside the checkout. See docs/n8n.md.
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

export const N8N_VERSION = '2.41.1';

// n8n pins packages that not every registry has; date-fns is missing from its own list.
const manifest = {
  private: true,
  dependencies: {
    n8n: N8N_VERSION,
    'date-fns': '2.30.0',
    '@n8n/node-cli': '0.48.3',
    '@n8n/scan-community-package': '0.32.0',
    'playwright-core': '1.62.1',
    // typescript-eslint, which the lint and the scanner use, does not take TypeScript 7.
    typescript: '5.9.3',
  },
  overrides: {
    '@langchain/langgraph': '1.4.18',
    '@langchain/langgraph-sdk': '1.12.4',
    linkedom: '0.18.14',
  },
};

/** The lab's folder: RWA_N8N_LAB, or one for this version in the user's cache folder. */
export const labFolder =
  process.env.RWA_N8N_LAB ??
  join(
    process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
    'remote-work-assessment',
    `n8n-${N8N_VERSION}`,
  );

/** Loads a package of the lab. */
export const labRequire = createRequire(join(labFolder, 'package.json'));

/** The file of a package in the lab. */
export const labFile = (...path) => join(labFolder, 'node_modules', ...path);

/**
 * Installs the lab unless it is there (2.2 GB, some minutes). A folder that is there is complete:
 * the installation is made beside it and renamed at its end.
 */
export async function ensureLab() {
  if (existsSync(labFolder)) return false;
  const unfinished = `${labFolder}.unfinished-${process.pid}`;
  await mkdir(dirname(labFolder), { recursive: true });
  await mkdir(unfinished);
  try {
    await writeFile(join(unfinished, 'package.json'), JSON.stringify(manifest));
    const npm = (...args) => execFileSync('npm', args, { cwd: unfinished, stdio: 'inherit' });
    npm('install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund');
    npm('rebuild', 'sqlite3', '--foreground-scripts');
    await rename(unfinished, labFolder);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return true;
}
