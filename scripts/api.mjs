// npm run api: a test checks that docs/api.md is current.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = join(import.meta.dirname, '..');
// Node finds the packages of batch from here.
const folder = join(root, 'batch', 'node_modules', '.cache');
const bundlePath = join(folder, 'api-page.mjs');
mkdirSync(folder, { recursive: true });
try {
  await build({
    stdin: {
      contents: `export { renderApiPage } from './apiPage.ts'; export { routes } from './routes.ts';`,
      resolveDir: join(root, 'batch', 'server', 'http'),
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    outfile: bundlePath,
    logLevel: 'warning',
  });
  const { renderApiPage, routes } = await import(pathToFileURL(bundlePath).href);
  writeFileSync(join(root, 'docs', 'api.md'), renderApiPage(routes));
} finally {
  rmSync(bundlePath, { force: true });
}
