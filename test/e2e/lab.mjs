// A real n8n, and n8n's lint and scanner, in a cache folder outside the checkout.
import { existsSync } from 'node:fs';
import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { start } from './processes.mjs';
import { root } from './root.mjs';

const N8N_VERSION = '2.41.1';

// n8n pins packages that not every registry has.
const overrides = {
  '@langchain/langgraph': '1.4.18',
  '@langchain/langgraph-sdk': '1.12.4',
  linkedom: '0.18.14',
};

// Apart from each other: the tools bring an older n8n-workflow, which n8n must not find.
const installations = {
  runtime: {
    dependencies: {
      n8n: N8N_VERSION,
      // Missing from n8n's own list; Extract from File needs it.
      'date-fns': '2.30.0',
    },
    rebuild: ['sqlite3'],
  },
  tools: {
    dependencies: {
      '@n8n/node-cli': '0.48.3',
      '@n8n/scan-community-package': '0.32.0',
      // typescript-eslint, which the lint and the scanner use, does not take TypeScript 7.
      typescript: '5.9.3',
    },
    rebuild: [],
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

/** n8n's folder, and that of the tools. */
export const runtimeFolder = join(labFolder, 'runtime');
const toolsFolder = join(labFolder, 'tools');

/** What npm and the compilers said when the lab was installed. */
export const labLog = join(root, 'out', 'e2e', 'install.log');

/** Loads a tool. */
export const toolsRequire = createRequire(join(toolsFolder, 'package.json'));

/** The path of a file in a tool's package. */
export const toolFile = (...path) => join(toolsFolder, 'node_modules', ...path);

/** Installs the lab unless it is there (about 3 GB, some minutes), and says whether it did. */
export function ensureLab() {
  return installOnce(labFolder, installations);
}

/**
 * Installs each of the installations into a folder of its name, unless they are there, and says
 * whether it did. A folder that is there is complete: the installation is made beside it and renamed
 * at its end.
 */
export async function installOnce(wanted, parts) {
  if (existsSync(wanted)) return false;
  const unfinished = `${wanted}.unfinished-${process.pid}`;
  await mkdir(dirname(wanted), { recursive: true });
  await mkdir(unfinished);
  try {
    for (const [name, installation] of Object.entries(parts)) {
      await install(join(unfinished, name), installation);
    }
    await rename(unfinished, wanted);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return true;
}

async function install(folder, { dependencies, rebuild }) {
  await mkdir(folder);
  const manifest = { private: true, dependencies, overrides };
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest));
  await npm(folder, 'install', '--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund');
  for (const name of rebuild) await npm(folder, 'rebuild', name, '--foreground-scripts');
}

// What npm and the compilers say is of use only when they fail.
async function npm(folder, ...args) {
  const process = start('npm', 'npm', args, { cwd: folder });
  const code = await process.exited;
  await mkdir(dirname(labLog), { recursive: true });
  await appendFile(labLog, `> npm ${args.join(' ')}\n${process.output}\n`);
  if (code !== 0) throw new Error(`npm ${args[0]} ended with ${code}; see ${labLog}`);
}
