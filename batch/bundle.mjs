// What goes into the built package and what is installed beside it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundlePage } from './bundlePage.mjs';
import { builtins } from './builtins.mjs';
import { exceljsWriter } from './exceljs/bundled.mjs';

const folder = import.meta.dirname;

/**
 * Bundles into `dist`, or only in memory. The dependencies of package.json stay outside, where a
 * company's scanner and `npm audit` see them; all else is bundled.
 *
 * Returns the folders of the packages that are bundled, by their names.
 */
export async function bundle({ write }) {
  const { dependencies } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  const common = {
    absWorkingDir: folder,
    outdir: 'dist',
    bundle: true,
    splitting: true,
    external: [
      ...Object.keys(dependencies).flatMap((name) => [name, `${name}/*`]),
      // pg asks for it only where it is installed, and nobody needs it.
      'pg-native',
    ],
    plugins: [exceljsWriter, builtins],
    platform: 'node',
    target: 'node24',
    format: 'esm',
    sourcemap: true,
    metafile: true,
    write,
    logLevel: 'warning',
  };
  // Each entry has chunks of its own: those that all share would be so small that every command loads
  // many more.
  const entries = { rwa: 'main.ts', index: 'index.ts', serverWork: 'serverWork.ts' };
  const built = await Promise.all(
    Object.entries(entries).map(([name, file]) =>
      build({ ...common, entryPoints: { [name]: file }, chunkNames: `${name}-[hash]` }),
    ),
  );
  const page = await bundlePage({ write });
  const outputs = built.map(({ metafile }) => metafile.outputs);
  return packagesOf({ outputs: Object.assign({}, ...outputs, page.outputs) });
}

/** Those of which something is left after tree shaking. */
function packagesOf({ outputs }) {
  const packages = new Map();
  for (const { inputs } of Object.values(outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const inside = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+(?=[\\/])/.exec(path)?.[0];
      if (inside === undefined || bytesInOutput === 0) continue;
      const name = inside.slice(inside.lastIndexOf('node_modules') + 13).replaceAll('\\', '/');
      packages.set(name, join(folder, inside));
    }
  }
  return new Map([...packages].sort(([a], [b]) => a.localeCompare(b, 'en')));
}
