import path from 'node:path';
import { build } from 'esbuild';

/** Bundles a TypeScript module of the repository into a folder, so that plain node can import it. */
export async function bundle(source, folder) {
  const outfile = path.join(folder, `${path.basename(source, '.ts')}.mjs`);
  await build({
    entryPoints: [path.join(import.meta.dirname, '..', source)],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    logLevel: 'warning',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
  });
  return outfile;
}
