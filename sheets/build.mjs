// Bundles the package into dist, without papaparse and exceljs, so that `npm audit` sees them.
import { rm, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';

const folder = import.meta.dirname;

await rm(`${folder}/dist`, { recursive: true, force: true });
await build({
  absWorkingDir: folder,
  entryPoints: ['index.ts', 'xlsx.ts'],
  outdir: 'dist',
  bundle: true,
  splitting: true,
  external: ['papaparse', 'exceljs'],
  platform: 'node',
  target: 'es2023',
  format: 'esm',
  sourcemap: true,
  logLevel: 'warning',
});
// Only the built files are ES modules: the n8n package compiles the sources to CommonJS.
await writeFile(`${folder}/dist/package.json`, '{ "type": "module" }\n');
