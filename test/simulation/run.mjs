// npm run simulate -- [--runs N] [--seed S]: the engine, a model of the service, a network that loses
// answers and people who edit, in one process and in no time. Bundled, as vitest would double its time.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '../..');
const outfile = join(root, 'out', `simulate-${process.pid}.mjs`);
await build({
  entryPoints: [join(import.meta.dirname, 'simulate.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  alias: { 'zod/v4': join(root, 'batch/node_modules/zod/v4/index.js') },
  banner: {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
  },
  logLevel: 'error',
});
try {
  await import(pathToFileURL(outfile));
} finally {
  await rm(outfile);
}
