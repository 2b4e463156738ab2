// Measures the real `rwa assess`, against a sandbox in another process. Needs npm run build.
// BENCH_ROWS=10000 measures only one size.
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startSandbox } from '../test/chaos/processes.mjs';
import { createHires } from './serveSheets.mjs';

const run = promisify(execFile);
const rwa = path.join(import.meta.dirname, '../batch/bin/rwa.js');
const concurrency = 50;
/**
 * `speed` is the longest accepted time, as a multiple of requests × latency ÷ concurrency. `cost`
 * is the lowest accepted speed, as a share of a loop that only uses undici.
 */
const targets = { speed: 1.07, cost: 0.6 };
const peakLimits = { 10_000: 150, 100_000: 250, 300_000: 450 };
const statusTargets = { rows: 300_000, megabytes: 300, seconds: 10 };
const sizes = process.env.BENCH_ROWS?.split(',').map(Number) ?? Object.keys(peakLimits).map(Number);
const repetitions = Number(process.env.BENCH_REPETITIONS ?? 3);

export default async function benchAssess() {
  const only = process.env.BENCH_ONLY?.split(',') ?? ['speed', 'cost', 'size'];
  const folder = await mkdtemp(path.join(tmpdir(), 'bench-assess-'));
  try {
    const rows = [];
    if (only.includes('speed')) rows.push(await measureSpeed(folder));
    if (only.includes('cost')) rows.push(await measureCost(folder));
    for (const count of only.includes('size') ? sizes : [])
      rows.push(...(await measureSize(folder, count)));
    console.table(rows, ['what', 'measured', 'beside', 'ratio', 'target', 'met']);
    return { reached: rows.every(({ met }) => met !== 'NO'), rows };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function repeat(what, measure) {
  const measured = [];
  for (let index = 0; index < repetitions; index++) measured.push(await measure());
  for (const key of Object.keys(measured[0])) {
    console.log(`${what}: ${key} ${measured.map((values) => values[key].toFixed(2)).join(', ')}`);
  }
  return measured;
}

async function measureSpeed(folder) {
  const latencyMs = 50;
  const measured = await repeat('5,000 rows at 50 ms', async () => {
    const { seconds, requests } = await assess(folder, 5_000, ['--latency', `${latencyMs}ms`]);
    return { seconds, ideal: (requests * latencyMs) / concurrency / 1000 };
  });
  const [{ seconds, ideal }] = measured.sort((a, b) => a.seconds - b.seconds);
  return createRow(
    '5,000 rows at 50 ms',
    `${seconds.toFixed(2)} s`,
    `ideal ${ideal.toFixed(2)} s`,
    {
      ratio: seconds / ideal,
      target: `≤ ${targets.speed}`,
      met: seconds / ideal <= targets.speed,
    },
  );
}

async function measureCost(folder) {
  // Measure in turns, and use the best of each, because other work on the machine only slows a
  // measurement.
  const measured = await repeat('20,000 rows, no latency, requests/s', async () => {
    const { seconds, requests, bareLoop } = await assess(folder, 20_000, [], { hasBareLoop: true });
    return { rwa: requests / seconds, undici: bareLoop.requests / bareLoop.seconds };
  });
  const [ours, floor] = ['rwa', 'undici'].map((key) =>
    Math.max(...measured.map((values) => values[key])),
  );
  return createRow(
    '20,000 rows, no latency',
    `${ours.toFixed(0)}/s`,
    `undici ${floor.toFixed(0)}/s`,
    {
      ratio: ours / floor,
      target: `≥ ${targets.cost}`,
      met: ours / floor >= targets.cost,
    },
  );
}

async function measureSize(folder, count) {
  const { seconds, requests, usage, status } = await assess(
    folder,
    count,
    ['--ready-after', '2s'],
    { isWatched: true },
  );
  const what = `${count.toLocaleString('en')} rows`;
  const journalShare = usage.writeMs / 1000 / seconds;
  return [
    createMemoryRow(`${what}, memory`, usage, peakLimits[count]),
    createRow(
      `${what}, time`,
      `${seconds.toFixed(1)} s`,
      `${(requests / seconds).toFixed(0)}/s`,
      {},
    ),
    createRow(
      `${what}, journal`,
      `${(usage.writeMs / 1000).toFixed(1)} s writing`,
      `${usage.syncs} syncs of ${(usage.syncMs / usage.syncs).toFixed(1)} ms`,
      { ratio: journalShare },
    ),
    createMemoryRow(
      `${what}, status, memory`,
      status.usage,
      count === statusTargets.rows ? statusTargets.megabytes : undefined,
    ),
    createRow(
      `${what}, status, time`,
      `${status.seconds.toFixed(1)} s`,
      '',
      count === statusTargets.rows
        ? { target: `< ${statusTargets.seconds} s`, met: status.seconds < statusTargets.seconds }
        : {},
    ),
  ];
}

function createMemoryRow(what, { peakMegabytes }, target) {
  const measured = `${peakMegabytes.toFixed(0)} MB`;
  if (target === undefined) return createRow(what, measured, '', {});
  return createRow(what, measured, '', { target: `< ${target} MB`, met: peakMegabytes < target });
}

function createRow(what, measured, beside, { ratio, target = '', met }) {
  return {
    what,
    measured,
    beside,
    ratio: ratio === undefined ? '' : Number(ratio.toFixed(3)),
    target,
    met: met === undefined ? '' : met ? 'yes' : 'NO',
  };
}

/** `isWatched` also measures memory and the journal, which makes the commands a little slower. */
async function assess(folder, rows, sandboxArgs, { hasBareLoop = false, isWatched = false } = {}) {
  const isReadyAtOnce = !sandboxArgs.includes('--ready-after');
  const sandbox = await startSandbox(
    isReadyAtOnce ? [...sandboxArgs, '--ready-after', '0ms'] : sandboxArgs,
  );
  try {
    const { RWA_BASE_URL: url, RWA_TOKEN: token } = sandbox.env;
    const runBareLoop = async (count) => {
      const args = [path.join(import.meta.dirname, 'bareLoop.mjs'), url, token];
      const { stdout } = await run(process.execPath, [...args, `${count}`, `${concurrency}`]);
      return JSON.parse(stdout);
    };
    // Warms up the sandbox.
    if (isReadyAtOnce) await runBareLoop(2_000);
    const bareLoop = hasBareLoop ? await runBareLoop(rows) : undefined;

    // Each sheet has its own folder, because rwa does not send rows that another sheet in it has
    // sent.
    const sheet = path.join(await mkdtemp(path.join(folder, 'sheet-')), `hires-${rows}.csv`);
    await writeFile(sheet, createHires(rows));
    const before = await countRequests(sandbox);
    const usageFile = `${sheet}.usage.json`;
    const runRwa = async (...args) => {
      const startMs = performance.now();
      await run(
        process.execPath,
        [
          ...(process.env.BENCH_NODE_ARGS?.split(' ') ?? []),
          ...(isWatched ? ['--import', path.join(import.meta.dirname, 'usage.mjs')] : []),
          rwa,
          ...args,
        ],
        { env: { ...process.env, ...sandbox.env, RWA_BENCH_USAGE: usageFile }, maxBuffer: 1e9 },
      );
      const seconds = (performance.now() - startMs) / 1000;
      return { seconds, usage: isWatched && JSON.parse(await readFile(usageFile, 'utf8')) };
    };
    const assessed = await runRwa('assess', sheet, '--yes', '--concurrency', String(concurrency));
    const requests = (await countRequests(sandbox)) - before;
    const status = isWatched ? await runRwa('status', sheet) : undefined;
    return { ...assessed, requests, status, bareLoop };
  } finally {
    await sandbox.stop();
  }
}

async function countRequests(sandbox) {
  const { requests } = await sandbox.control('GET', 'ledger');
  return requests.rwa_create + requests.rwa_retrieve;
}
