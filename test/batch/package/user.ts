import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startRegistry, type Registry } from './registry.js';
import { createTemporaryFolder } from './tarball.js';

const run = promisify(execFile);

/** A user with an empty folder and a registry that contains our packages. */
export interface User {
  folder: string;
  registry: Registry;
  /** Runs a shell script in the folder. The script ends at the first failing command. */
  sh: (script: string, env?: Record<string, string>) => Promise<Outcome>;
  dispose: () => void;
}

interface Outcome {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Creates a user without the settings and caches of this machine. */
export async function createUser(): Promise<User> {
  const project = createTemporaryFolder();
  const home = createTemporaryFolder();
  const registry = await startRegistry(home.folder);
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
    HOME: home.folder,
    npm_config_registry: registry.url,
    npm_config_cache: join(home.folder, 'cache'),
    npm_config_update_notifier: 'false',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
  };
  return {
    folder: project.folder,
    registry,
    sh: async (script, extraEnv = {}) => {
      try {
        const options = { cwd: project.folder, env: { ...env, ...extraEnv } };
        return { exitCode: 0, ...(await run('sh', ['-ec', script], options)) };
      } catch (error) {
        const { code, stdout, stderr } = error as Outcome & { code: number };
        return { exitCode: code, stdout, stderr };
      }
    },
    dispose() {
      registry.close();
      project[Symbol.dispose]();
      home[Symbol.dispose]();
    },
  };
}
