import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.dirname(import.meta.dirname);

/**
 * Bundles TypeScript for a child process and gives the file's path. It lies in the repository, so
 * that Node finds the packages it imports; `dispose` removes it.
 */
export async function bundle(entry) {
  const outfile = path.join(root, 'out', `bench-${path.parse(entry).name}-${process.pid}.mjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: 'external',
    nodePaths: [path.join(root, 'batch', 'node_modules')],
    platform: 'node',
    target: 'node24',
    format: 'esm',
    logLevel: 'warning',
  });
  return { file: outfile, dispose: () => rm(outfile, { force: true }) };
}
