import { rm } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.dirname(import.meta.dirname);

/**
 * Bundles a module into the repository, so that Node finds the packages that the bundle imports.
 * Dynamically imported files are separate, as in the published package.
 */
export async function bundle(entry) {
  const { name } = path.parse(entry);
  const outdir = path.join(root, 'out', `bench-${name}-${process.pid}`);
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    packages: 'external',
    nodePaths: [path.join(root, 'batch', 'node_modules')],
    platform: 'node',
    target: 'node24',
    format: 'esm',
    logLevel: 'warning',
  });
  const dispose = () => rm(outdir, { recursive: true, force: true });
  return { file: path.join(outdir, `${name}.mjs`), dispose };
}
