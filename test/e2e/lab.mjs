// Installs n8n, its lint and its scanner into a cache folder.
import { existsSync } from 'node:fs';
import { appendFile, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { start } from './processes.mjs';
import { root } from './root.mjs';

const N8N_VERSION = '2.41.1';

// n8n pins package versions that some registries lack.
const overrides = {
  '@langchain/langgraph': '1.4.18',
  '@langchain/langgraph-sdk': '1.12.4',
  linkedom: '0.18.14',
};

// n8n and the tools are installed separately: the tools depend on an older n8n-workflow, which n8n must not import.
const installations = {
  runtime: {
    dependencies: {
      n8n: N8N_VERSION,
      // Extract from File needs it, but n8n does not list it.
      'date-fns': '2.30.0',
    },
    /** The packages whose install scripts must run. */
    rebuild: ['sqlite3'],
  },
  tools: {
    dependencies: {
      '@n8n/node-cli': '0.48.3',
      '@n8n/scan-community-package': '0.32.0',
      // typescript-eslint, which the lint and the scanner use, does not support TypeScript 7.
      typescript: '5.9.3',
    },
    rebuild: [],
  },
};

/** The folder of the lab: RWA_N8N_LAB, or one for this version in the user's cache folder. */
export const labFolder =
  process.env.RWA_N8N_LAB ??
  join(
    process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'),
    'remote-work-assessment',
    `n8n-${N8N_VERSION}`,
  );

export const runtimeFolder = join(labFolder, 'runtime');
const toolsFolder = join(labFolder, 'tools');

/** The log of npm and the compilers during the installation. */
export const labLog = join(root, 'out', 'e2e', 'install.log');

export const toolsRequire = createRequire(join(toolsFolder, 'package.json'));

export const getToolPath = (...path) => join(toolsFolder, 'node_modules', ...path);

/** Installs the lab unless it exists (about 3 GB in some minutes). Resolves to true if the lab did not exist. */
export function ensureLab() {
  return installOnce(labFolder, installations);
}

/**
 * Installs each part into a subfolder of `folder` that is named after the part, unless `folder`
 * exists. Resolves to true if it installed them. An existing folder is complete, because it has
 * another name until the installation ends.
 */
export async function installOnce(folder, parts) {
  if (existsSync(folder)) return false;
  const unfinished = `${folder}.unfinished-${process.pid}`;
  await mkdir(dirname(folder), { recursive: true });
  await mkdir(unfinished);
  try {
    for (const [name, installation] of Object.entries(parts)) {
      await install(join(unfinished, name), installation);
    }
    await rename(unfinished, folder);
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

async function npm(folder, ...args) {
  const npmProcess = start('npm', 'npm', args, { cwd: folder });
  const code = await npmProcess.exited;
  await mkdir(dirname(labLog), { recursive: true });
  await appendFile(labLog, `> npm ${args.join(' ')}\n${npmProcess.output}\n`);
  if (code !== 0) throw new Error(`npm ${args[0]} ended with ${code}; see ${labLog}`);
}
