// Runs the tests in engine/ with n8n-core and the nodes of the tarball: on the version of the lab, and on older
// supported versions.
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { installOnce, labFolder, runtimeFolder } from './lab.mjs';
import { unpack } from './package.mjs';
import { run } from './processes.mjs';
import { root } from './root.mjs';

/** The oldest supported version of n8n-core, and the first of n8n 2. */
export const olderEngines = ['1.122.0', '2.0.0'];

/** Runs the tests on the n8n-core of the lab. Throws vitest's report if one fails. */
export function checkEngine(folder, packageFolder) {
  return runTests(runtimeFolder, packageFolder, join(folder, 'engine'));
}

/**
 * Runs the tests on an older n8n-core. If necessary, installs n8n-core, without the rest of n8n, into a
 * folder beside the lab: about 220 MB in a minute.
 */
export async function checkOlderEngine(folder, tarball, version) {
  const engineFolder = join(dirname(labFolder), `n8n-core-${version}`);
  const dependencies = { 'n8n-core': version };
  await installOnce(engineFolder, { runtime: { dependencies, rebuild: [] } });
  const runtime = join(engineFolder, 'runtime');
  const unpacked = join(runtime, 'packages', `${process.pid}`);
  try {
    await mkdir(unpacked, { recursive: true });
    const packageFolder = await unpack(tarball, unpacked);
    return await runTests(runtime, packageFolder, join(folder, `engine-${version}`));
  } finally {
    await rm(unpacked, { recursive: true, force: true });
  }
}

async function runTests(runtime, packageFolder, userFolder) {
  const report = await run('vitest', 'npx', ['vitest', 'run', '--config', config], {
    cwd: root,
    env: {
      ...process.env,
      NO_COLOR: '1',
      RWA_N8N_RUNTIME: runtime,
      RWA_PACKAGE: packageFolder,
      N8N_USER_FOLDER: userFolder,
    },
  });
  return /Tests +(.*)/.exec(report)?.[1];
}

const config = join('test', 'e2e', 'vitest.config.mts');
