// Measures how often two ranges are right: the time of a run in its plan, and the remaining time
// after a third of the rows. Needs npm run build.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../test/chaos/processes.mjs';
import { fetchPlan, signIn, startServe, until, uploadSheet } from './serveClient.mjs';

const latenciesMs = [0, 20, 40, 80, 120];
/** The first plan shows no time, because no run has ended yet. */
const sizes = [100, 200, 300];
const minShare = 0.8;

export default async function benchExpectedTime() {
  const table = [];
  for (const latencyMs of latenciesMs) {
    const folder = await mkdtemp(join(tmpdir(), 'bench-expected-'));
    const sandbox = await startSandbox(['--latency', `${latencyMs}ms`, '--ready-after', '0ms']);
    const server = await startServe(join(folder, 'data'), [], sandbox.env);
    try {
      const client = await signIn(server);
      for (const rows of sizes) {
        table.push(await runOnce(client, { rows, latencyMs }));
        console.log(table.at(-1));
      }
    } finally {
      await server.stop();
      await sandbox.stop();
      await rm(folder, { recursive: true, force: true });
    }
  }
  console.table(table);
  const planned = table.filter((run) => run.planned !== '');
  const estimated = table.filter((run) => run.remaining !== '');
  const isReached = (runs, name) =>
    runs.filter((run) => run[name]).length >= runs.length * minShare;
  const reached = isReached(planned, 'isPlannedRight') && isReached(estimated, 'isRemainingRight');
  return { reached, rows: table };
}

async function runOnce(client, { rows, latencyMs }) {
  const path = await uploadSheet(client, `L${latencyMs}-${rows}-`, rows);
  const { token, expected } = await fetchPlan(client, path);
  const startedMs = performance.now();
  await client.json('POST', `${path}/runs`, { operation: 'assess', token });
  let remaining;
  let estimatedAtMs = 0;
  await until('the end of the run', async () => {
    const { run } = await client.json('GET', path);
    if (remaining === undefined && run?.done > rows / 3 && run.remaining !== undefined) {
      remaining = run.remaining;
      estimatedAtMs = performance.now();
    }
    return run?.state === 'ended';
  });
  const endedMs = performance.now();
  const tookMs = endedMs - startedMs;
  const remainingMs = endedMs - estimatedAtMs;
  return {
    latencyMs,
    rows,
    seconds: toSeconds(tookMs),
    planned: expected === null ? '' : toText(expected),
    isPlannedRight: expected === null ? '' : isIn(tookMs, expected),
    remainingSeconds: remaining === undefined ? '' : toSeconds(remainingMs),
    remaining: remaining === undefined ? '' : toText(remaining),
    isRemainingRight: remaining === undefined ? '' : isIn(remainingMs, remaining),
  };
}

const toSeconds = (ms) => Number((ms / 1000).toFixed(1));
const toText = ({ fromMs, toMs }) => `${toSeconds(fromMs)} to ${toSeconds(toMs)} s`;
const isIn = (ms, { fromMs, toMs }) => ms >= fromMs && ms <= toMs;
