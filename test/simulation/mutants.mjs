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
  const elsewhere = mend.shownBy === undefined ? undefined : `no story; shown by ${mend.shownBy}`;
  if (found === undefined && elsewhere === undefined) missed++;
  console.log(`| ${mend.what} | ${runs} | ${found ?? elsewhere ?? 'NOT FOUND'} |`);
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
  const chance = played(outfile, ['--runs', values.runs, '--seed', values.seed, '--unseen']);
  const kept = chance.found === undefined ? played(outfile, ['--runs', '0']).found : undefined;
  await rm(outfile);
  return kept === undefined ? chance : { ...chance, found: `a kept story: ${kept}` };
}

function played(outfile, options) {
  const { stdout, status } = spawnSync(process.execPath, [outfile, ...options, '--unshrunk'], {
    encoding: 'utf8',
  });
  const [, runs] = /^(\d+) runs in/m.exec(stdout) ?? [];
  const [, error] = /^((?:\w*Error|BrokenPromise): .*)$/m.exec(stdout) ?? [];
  return { runs, found: status === 0 ? undefined : (error ?? stdout) };
}
