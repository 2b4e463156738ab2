// npm run simulate:mutants -- [--runs N] [--seed S] [--only TEXT]: takes each mend out again, one at a
// time, and says after how many runs the simulation has found it missing. Changes no file.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundled, outfileOf } from './bundle.mjs';
import { mends } from './mends.mjs';

const root = join(import.meta.dirname, '../..');
const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
  },
});

let missed = 0;
for (const mend of mends.filter(({ what }) => what.includes(values.only))) {
  const { found, runs } = await simulateWithout(mend);
  if (found === undefined) missed++;
  console.log(`| ${mend.what} | ${runs} | ${found ?? 'NOT FOUND'} |`);
}
if (missed > 0) process.exitCode = 1;

async function simulateWithout({ what, file, is, was }) {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(is).length !== 2) throw new Error(`${what}: ${file} does not say once: ${is}`);
  const outfile = outfileOf('mutant');
  await bundled(outfile, [
    {
      name: 'mutant',
      setup({ onLoad }) {
        onLoad({ filter: /[.]ts$/ }, (loaded) =>
          loaded.path === path
            ? { contents: text.replace(is, () => was), loader: 'ts' }
            : undefined,
        );
      },
    },
  ]);
  const options = ['--runs', values.runs, '--seed', values.seed, '--unshrunk'];
  const { stdout, status } = spawnSync(process.execPath, [outfile, ...options], {
    encoding: 'utf8',
  });
  await rm(outfile);
  const [, runs] = /^(\d+) runs in/m.exec(stdout) ?? [];
  const [, error] = /^((?:\w*Error|BrokenPromise): .*)$/m.exec(stdout) ?? [];
  return { runs, found: status === 0 ? undefined : (error ?? stdout) };
}
