// npm run simulate:mutants -- [--runs N] [--seed S] [--only TEXT]
// Removes each rule in turn, and prints what fails without it: a test, a kept story, or a new story
// with the number of runs before it. Changes no source file.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleSimulation, toOutfile } from './bundle.mjs';
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
for (const mend of mends.filter(({ rule }) => rule.includes(values.only))) {
  const { found, runs } =
    mend.shownBy === undefined ? await simulateWithout(mend) : runTestWithout(mend);
  if (found === undefined) missed++;
  console.log(`| ${mend.rule} | ${runs ?? ''} | ${found ?? 'NOT FOUND'} |`);
}
if (missed > 0) process.exitCode = 1;

/** Skips tests of commands: they run the build, which has every rule. */
function runTestWithout({ file, code, codeWithoutRule, shownBy }) {
  if (shownBy.includes('/cli/')) return { found: `not tried: ${shownBy}` };
  const config = join(import.meta.dirname, 'mutant.config.mts');
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [vitest, 'run', '--config', config, shownBy],
    {
      cwd: root,
      encoding: 'utf8',
      env: {
        ...process.env,
        NO_COLOR: '1',
        RWA_MUTANT: JSON.stringify({ path: join(root, file), code, codeWithoutRule }),
      },
    },
  );
  const [, title = shownBy] = /FAIL .* > (.*)/.exec(stderr + stdout) ?? [];
  return { found: status === 0 ? undefined : `a test: ${title}` };
}

async function simulateWithout({ rule, file, code, codeWithoutRule }) {
  const path = join(root, file);
  const text = readFileSync(path, 'utf8');
  if (text.split(code).length !== 2)
    throw new Error(`${rule}: ${file} does not contain exactly once: ${code}`);
  const outfile = toOutfile('mutant');
  await bundleSimulation(outfile, [
    {
      name: 'mutant',
      setup({ onLoad }) {
        onLoad({ filter: /[.]ts$/ }, (loaded) =>
          loaded.path === path
            ? { contents: text.replace(code, () => codeWithoutRule), loader: 'ts' }
            : undefined,
        );
      },
    },
  ]);
  const kept = playBundle(outfile, ['--runs', '0']).found;
  const searched = ['--runs', values.runs, '--seed', values.seed, '--unseen'];
  const result =
    kept === undefined ? playBundle(outfile, searched) : { found: `a kept story: ${kept}` };
  await rm(outfile);
  return result;
}

function playBundle(outfile, options) {
  const { stdout, status } = spawnSync(process.execPath, [outfile, ...options, '--unshrunk'], {
    encoding: 'utf8',
  });
  const [, runs] = /^(\d+) runs in/m.exec(stdout) ?? [];
  const [, error] = /^((?:\w*Error|BrokenPromise): .*)$/m.exec(stdout) ?? [];
  return { runs, found: status === 0 ? undefined : (error ?? stdout) };
}
