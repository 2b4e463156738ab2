// Puts the package together in its own folder, because npm packs the README.md beside package.json:
// the README.md of the root describes the repository, and the package needs docs/n8n.md.
import { execFileSync } from 'node:child_process';
import { cp, glob, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join, posix } from 'node:path';
import { createNotices } from '../batch/notices.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const packageFolder = join(root, 'out', manifest.name);
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

await rm(dist, { recursive: true, force: true });
execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
for await (const file of glob(['icons/*.svg', 'nodes/*/*.node.json'], { cwd: root })) {
  await cp(join(root, file), join(dist, file));
}
await writeFile(join(dist, 'THIRD-PARTY-NOTICES.txt'), createNotices(new Map()));

await rm(packageFolder, { recursive: true, force: true });
for (const file of ['LICENSE', ...manifest.files]) {
  await cp(join(root, file), join(packageFolder, file), { recursive: true });
}
const readme = await readFile(join(root, 'docs', 'n8n.md'), 'utf8');
await writeFile(join(packageFolder, 'README.md'), makeLinksAbsolute(readme, 'docs'));
// These fields are only for the checkout.
for (const field of ['private', 'workspaces', 'scripts', 'devDependencies']) delete manifest[field];
await writeFile(join(packageFolder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);

/** Replaces relative links, because the package lacks their files. */
function makeLinksAbsolute(markdown, folder) {
  const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '');
  return markdown.replace(/\]\((?!https:|#)([^)\s]+)\)/g, (_, link) => {
    const view = link.endsWith('.png') ? 'raw' : 'blob';
    return `](${repository}/${view}/main/${posix.join(folder, link)})`;
  });
}
