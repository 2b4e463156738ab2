// Bundles and runs the sources of the commands, because they contain the texts of the page.
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { builtins } from './builtins.mjs';
import { exceljsWriter } from './exceljs/bundled.mjs';

const folder = import.meta.dirname;

export async function buildManPage() {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  // From this folder, Node finds the packages that the commands use.
  const outdir = join(folder, 'node_modules', '.cache', 'rwa-man');
  await mkdir(outdir, { recursive: true });
  try {
    await build({
      entryPoints: [join(folder, 'cli', 'manPage.ts')],
      outdir,
      bundle: true,
      splitting: true,
      packages: 'external',
      plugins: [exceljsWriter, builtins],
      platform: 'node',
      format: 'esm',
      outExtension: { '.js': '.mjs' },
      logLevel: 'warning',
    });
    const { createManPage } = await import(pathToFileURL(join(outdir, 'manPage.mjs')).href);
    return await createManPage(version);
  } finally {
    await rm(outdir, { recursive: true, force: true });
  }
}
