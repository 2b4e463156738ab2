// Compiles the package of the nodes into dist, and adds the files that tsc does not copy: icons, codex
// files, and the licence of the package from which the country names come.
import { execFileSync } from 'node:child_process';
import { cp, glob, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createNotices } from '../batch/notices.mjs';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dist');
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');

await rm(dist, { recursive: true, force: true });
execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], { cwd: root, stdio: 'inherit' });
for await (const file of glob(['icons/*.svg', 'nodes/*/*.node.json'], { cwd: root })) {
  await cp(join(root, file), join(dist, file));
}
await writeFile(join(dist, 'THIRD-PARTY-NOTICES.txt'), createNotices(new Map()));
