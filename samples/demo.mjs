import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');
const out = join(root, 'out');
const name = 'hires-2026-q4';
const result = join(out, `${name}.scored.xlsx`);

// The demo starts from scratch each time. Never delete a real sheet's journal like this.
mkdirSync(out, { recursive: true });
for (const file of readdirSync(out)) {
  if (file.startsWith(name)) rmSync(join(out, file));
}
const { status } = spawnSync(
  process.execPath,
  [
    join(root, 'batch/bin/rwa.js'),
    'assess',
    `samples/${name}.xlsx`,
    '--sandbox',
    '--yes',
    '--output',
    `out/${name}.scored.xlsx`,
    '--journal',
    `out/${name}.jsonl`,
  ],
  { cwd: root, stdio: 'inherit' },
);
if (status === 0) {
  console.log(`
The scores are in ${relative(process.cwd(), result)}. They are made up: they come from the sandbox.

Do the same with the CSV:
  npx --package remote-work-assessment rwa assess samples/${name}.csv --sandbox --yes --output out/${name}.scored.csv
In this checkout, use your own sheet and the real service:
  npx --package remote-work-assessment rwa check PATH/your-hires.xlsx
  npx --package remote-work-assessment rwa assess PATH/your-hires.xlsx --base-url URL --token-file FILE
URL looks like https://example.com/version-test/api/1.1/wf. FILE contains the company token and must be
readable only by you (chmod 600).`);
}
process.exitCode = status ?? 1;
