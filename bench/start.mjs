import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { loadavg } from 'node:os';
import { join } from 'node:path';

const command = join(import.meta.dirname, '../batch/bin/rwa.js');
const rounds = 21;
/** The longest accepted time, as a multiple of the time of `node -e 0`. */
const target = 2.5;

const cases = [
  { name: 'node -e 0', args: ['-e', '0'] },
  { name: 'rwa --help', args: [command, '--help'] },
  { name: 'rwa status --help', args: [command, 'status', '--help'] },
  { name: 'rwa assess --help', args: [command, 'assess', '--help'] },
];

export default async function benchStart() {
  const tookMs = cases.map(() => []);
  // The first start of a new build compiles the code.
  for (const { args } of cases) await run(args);
  // The commands run in turn, so that other work on the machine slows all equally.
  for (let round = 0; round < rounds; round++) {
    for (const [index, { args }] of cases.entries()) tookMs[index].push(await run(args));
  }
  const [bareNodeMs] = tookMs;
  const table = cases.map(({ name }, index) => ({
    command: name,
    'median ms': Math.round(median(tookMs[index])),
    'fastest ms': Math.round(Math.min(...tookMs[index])),
    '÷ node -e 0': medianRatio(tookMs[index], bareNodeMs),
  }));
  console.table(table);
  const reached = table[1]['÷ node -e 0'] <= target;
  const load = loadavg()[0].toFixed(1);
  console.log(
    `rwa --help ÷ node -e 0: target ${target}, ${reached ? 'reached' : 'missed'} at load ${load}.`,
  );
  return { reached };
}

async function run(args) {
  const startMs = performance.now();
  const child = spawn(process.execPath, args, { stdio: 'ignore' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}.`);
  return performance.now() - startMs;
}

/** Compares the two runs of each round, which have the same load. */
function medianRatio(tookMs, bareMs) {
  return Number(median(tookMs.map((ms, round) => ms / bareMs[round])).toFixed(2));
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
