import { rm } from 'node:fs/promises';
import { build } from 'esbuild';

const folder = import.meta.dirname;

await rm(`${folder}/dist`, { recursive: true, force: true });
await build({
  absWorkingDir: folder,
  entryPoints: { rwa: 'main.ts', index: 'index.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  packages: 'external',
  platform: 'node',
  target: 'node24',
  format: 'esm',
  sourcemap: true,
  logLevel: 'warning',
});
