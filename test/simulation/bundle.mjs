import { join } from 'node:path';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');

/** Bundles the simulation, as loading it in another way would double its time. */
export async function bundled(outfile, plugins = []) {
  await build({
    entryPoints: [join(import.meta.dirname, 'simulate.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    loader: { '.jsonl': 'text' },
    format: 'esm',
    alias: { 'zod/v4': join(root, 'batch/node_modules/zod/v4/index.js') },
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'error',
    plugins,
  });
}

/** A file beside the other results of the build. */
export function outfileOf(name) {
  return join(root, 'out', `${name}-${process.pid}.mjs`);
}
