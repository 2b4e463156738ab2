import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { bundlePage } from './bundlePage.mjs';
import { builtins } from './builtins.mjs';
import { exceljsWriter } from './exceljs/bundled.mjs';

const folder = import.meta.dirname;

/**
 * Leaves the dependencies of package.json out, so that scanners and `npm audit` find them. Returns
 * the folders of the bundled packages, by name.
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
      // An optional dependency of pg that we do not need.
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
  // Each entry is bundled separately. Chunks that all entries share would be so small that every
  // command would load many more of them.
  const entries = { rwa: 'main.ts', index: 'index.ts', serverWork: 'serverWork.ts' };
  const built = await Promise.all(
    Object.entries(entries).map(([name, file]) =>
      build({ ...common, entryPoints: { [name]: file }, chunkNames: `${name}-[hash]` }),
    ),
  );
  const page = await bundlePage({ write });
  const outputs = built.map(({ metafile }) => metafile.outputs);
  return findBundledPackages({ outputs: Object.assign({}, ...outputs, page.outputs) });
}

/** Returns the folders of the packages that still have code after tree shaking, by name. */
export function findBundledPackages({ outputs }) {
  const packages = new Map();
  for (const { inputs } of Object.values(outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      const match = /^.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)(?=[\\/])/.exec(path);
      if (match === null || bytesInOutput === 0) continue;
      const [packageFolder, name] = match;
      packages.set(name.replaceAll('\\', '/'), join(folder, packageFolder));
    }
  }
  return new Map([...packages].sort(([a], [b]) => a.localeCompare(b, 'en')));
}
