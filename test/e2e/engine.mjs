// The tests in engine/, with n8n-core of the lab and the nodes of the tarball.
import { join } from 'node:path';
import { runtimeFolder } from './lab.mjs';
import { run } from './processes.mjs';
import { root } from './root.mjs';

/** Runs them; throws with vitest's report when one fails. */
export async function checkEngine(folder, packageFolder) {
  const report = await run('vitest', 'npx', ['vitest', 'run', '--config', config], {
    cwd: root,
    env: {
      ...process.env,
      NO_COLOR: '1',
      RWA_N8N_RUNTIME: runtimeFolder,
      RWA_PACKAGE: packageFolder,
      N8N_USER_FOLDER: join(folder, 'engine'),
    },
  });
  return /Tests +(.*)/.exec(report)?.[1];
}

const config = join('test', 'e2e', 'vitest.config.mts');
