// Bundles only the client into dist: the library of `batch/` without the command, the page and the
// server. The dependencies stay outside the bundle, so that `npm audit` checks them.
import { readFile, rm } from 'node:fs/promises';
import { build } from 'esbuild';

const folder = import.meta.dirname;
const { dependencies } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'));

await rm(`${folder}/dist`, { recursive: true, force: true });
await build({
  absWorkingDir: folder,
  entryPoints: ['../batch/index.ts'],
  outdir: 'dist',
  bundle: true,
  external: Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]),
  platform: 'node',
  target: 'node24',
  format: 'esm',
  sourcemap: true,
  logLevel: 'warning',
});
