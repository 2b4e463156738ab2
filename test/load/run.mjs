// Runs the tests several times on an overloaded machine, to find tests that depend on time. To overload the
// machine, this script starts busy processes, and ends them afterwards.
//   npm run test:load -- [--runs 5] [--load 10] [FILE ...]
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { constants, loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';

const root = join(import.meta.dirname, '../..');
const vitest = join(
  dirname(createRequire(import.meta.url).resolve('vitest/package.json')),
  'vitest.mjs',
);
const sampleIntervalMs = 2_000;

const { values, positionals: files } = parseArgs({
  allowPositionals: true,
  options: {
    runs: { type: 'string', default: '5' },
    /** The minimum load average over one minute at the start of each run. */
    load: { type: 'string', default: '10' },
  },
});
const [runs, load] = [Number(values.runs), Number(values.load)];
if (!(runs >= 1 && load >= 1)) {
  console.error('Give --runs and --load as numbers from 1.');
  process.exit(2);
}

// Start more processes than the required load, so that the machine reaches the load soon.
const busyProcesses = startBusyProcesses(Math.ceil(load * 1.5));
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    endBusyProcesses();
    process.exit(128 + constants.signals[signal]);
  });
}
const failedRuns = [];
try {
  for (let run = 1; run <= runs; run++) {
    await waitForLoad(load);
    const { code, lowest, highest } = await runTests();
    if (code !== 0) failedRuns.push(run);
    const outcome = code === 0 ? 'all green' : 'FAILED';
    console.log(`Run ${run} of ${runs}: ${outcome}, at a load of ${lowest} to ${highest}.`);
  }
} finally {
  endBusyProcesses();
}
console.log(
  failedRuns.length === 0
    ? `All ${runs} runs were green.`
    : `${failedRuns.length} of ${runs} runs FAILED: ${failedRuns.join(', ')}.`,
);
process.exitCode = failedRuns.length === 0 ? 0 : 1;

function startBusyProcesses(count) {
  // A busy process ends when its parent has ended.
  const work = 'const parent = process.ppid; while (process.ppid === parent);';
  return Array.from({ length: count }, () =>
    spawn(process.execPath, ['-e', work], { stdio: 'ignore' }),
  );
}

function endBusyProcesses() {
  for (const child of busyProcesses) child.kill('SIGKILL');
}

/** Waits until the load average reaches the minimum. It changes slowly. */
async function waitForLoad(minLoad) {
  while (loadavg()[0] < minLoad) {
    await delay(sampleIntervalMs);
  }
}

/** Runs vitest once. Returns its exit code, and the lowest and highest load meanwhile. */
async function runTests() {
  const loads = [loadavg()[0]];
  const timer = setInterval(() => loads.push(loadavg()[0]), sampleIntervalMs);
  const child = spawn(process.execPath, [vitest, 'run', ...files], { cwd: root, stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  clearInterval(timer);
  return { code, lowest: Math.min(...loads).toFixed(1), highest: Math.max(...loads).toFixed(1) };
}
