import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Files, each with its only import, and the name of the rule that forbids it, if any. */
const imports: readonly (readonly [from: string, to: string, rule?: string])[] = [
  ['src/one.ts', 'sheets/leaf.ts', 'src-imports'],
  ['sheets/one.ts', 'src/leaf.ts', 'sheets-imports'],
  ['sandbox/one.ts', 'batch/engine/leaf.ts', 'sandbox-imports'],
  ['nodes/one.ts', 'batch/cli/leaf.ts', 'nodes-imports'],
  ['nodes/two.ts', 'batch/engine/run/leaf.ts'],
  ['nodes/three.ts', 'batch/wording/leaf.ts'],
  ['batch/wording/one.ts', 'batch/engine/rows/leaf.ts'],
  ['batch/wording/two.ts', 'batch/cli/leaf.ts', 'wording-imports'],
  ['batch/http/one.ts', 'batch/engine/leaf.ts', 'http-imports'],
  ['batch/engine/one.ts', 'batch/cli/leaf.ts', 'engine-imports'],
  ['batch/engine/two.ts', 'batch/http/leaf.ts', 'engine-imports'],
  ['batch/engine/three.ts', 'sheets/leaf.ts'],
  ['batch/engine/rows/one.ts', 'batch/engine/run/leaf.ts', 'rows-imports-downwards'],
  ['batch/engine/run/one.ts', 'batch/engine/rows/leaf.ts'],
  ['batch/report/one.ts', 'batch/cli/leaf.ts', 'report-imports'],
  ['batch/cli/one.ts', 'nodes/leaf.ts', 'cli-imports'],
  ['batch/cli/two.ts', 'batch/report/leaf.ts'],
  ['batch/server/contract/one.ts', 'batch/server/runs/leaf.ts', 'contract-alone'],
  ['batch/server/page/browser/one.ts', 'batch/server/sheets/leaf.ts', 'page-by-contract'],
  ['batch/server/db/one.ts', 'batch/server/folder/leaf.ts', 'db-without-features'],
  ['batch/server/runs/one.ts', 'batch/server/http/leaf.ts', 'http-in-routes'],
  ['batch/server/runs/runRoutes.ts', 'batch/server/http/two.ts'],
  ['batch/server/results/one.ts', 'batch/server/cluster/leaf.ts', 'cluster-from-outside'],
  ['batch/server/threads/one.ts', 'batch/server/cluster/two.ts'],
  // Circular type imports are reported too, once per circle.
  ['batch/cli/left.ts', 'batch/cli/right.ts', 'no-circle'],
  ['batch/cli/right.ts', 'batch/cli/left.ts'],
];

test('the import lint reports forbidden imports and no others', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rwa-imports-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of ['.dependency-cruiser.mjs', 'tsconfig.json']) {
    await cp(join(root, name), join(folder, name));
  }
  const writeSource = async (file: string, text: string) => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  };
  const importingFiles = new Set(imports.map(([from]) => from));
  for (const [, to] of imports)
    if (!importingFiles.has(to)) await writeSource(to, 'export type A = 1;\n');
  for (const [from, to] of imports) {
    const path = relative(dirname(from), to)
      .replace(/^(?![.])/, './')
      .replace(/ts$/, 'js');
    await writeSource(from, `import type { A } from '${path}';\nexport type { A };\n`);
  }
  const depcruise = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs');
  const folders = ['src', 'sheets', 'sandbox', 'batch', 'nodes'];
  const { stdout } = await new Promise<{ stdout: string }>((resolve) => {
    const args = [depcruise, '--output-type', 'json', ...folders];
    execFile(process.execPath, args, { cwd: folder }, (_error, out) => {
      resolve({ stdout: out });
    });
  });
  const { summary } = JSON.parse(stdout) as {
    summary: { violations: { from: string; to: string; rule: { name: string } }[] };
  };
  const found = summary.violations.map(({ from, to, rule }) => [from, to, rule.name]);
  expect(found.toSorted()).toEqual(imports.filter(([, , rule]) => rule !== undefined).toSorted());
});
