// Measures how often two ranges were right: the one that the plan showed for the time of its run,
// and the one that the page showed for the rest of the run when a third of the rows were done. Runs
// have several sizes, at services of several speeds. Needs npm run build.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from '../test/chaos/processes.mjs';
import { fetchPlan, signIn, startServe, until, uploadSheet } from './serveClient.mjs';

const latenciesMs = [0, 20, 40, 80, 120];
/** The rows of each run. The plan of the first one shows no time: it has no run to compare with. */
const sizes = [100, 200, 300];
/** The target: the least share of runs whose time is in the range. */
const minShare = 0.8;

export default async function benchExpectedTime() {
  const table = [];
  for (const latencyMs of latenciesMs) {
    const folder = await mkdtemp(join(tmpdir(), 'bench-expected-'));
    const sandbox = await startSandbox(['--latency', `${latencyMs}ms`, '--ready-after', '0ms']);
    const server = await startServe(join(folder, 'data'), [], sandbox.env);
    try {
      const page = await signIn(server);
      for (const rows of sizes) {
        table.push(await runOnce(page, { rows, latencyMs }));
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
  const paced = table.filter((run) => run.left !== '');
  const isReached = (runs, name) =>
    runs.filter((run) => run[name]).length >= runs.length * minShare;
  return { reached: isReached(planned, 'planHeld') && isReached(paced, 'leftHeld'), rows: table };
}

async function runOnce(page, { rows, latencyMs }) {
  const path = await uploadSheet(page, `L${latencyMs}-${rows}-`, rows);
  const { token, expected } = await fetchPlan(page, path);
  const startedMs = performance.now();
  await page.json('POST', `${path}/runs`, { operation: 'assess', token });
  let left;
  let seenMs = 0;
  await until('the end of the run', async () => {
    const { run } = await page.json('GET', path);
    if (left === undefined && run?.done > rows / 3 && run.remaining !== undefined) {
      left = run.remaining;
      seenMs = performance.now();
    }
    return run?.state === 'ended';
  });
  const endedMs = performance.now();
  const tookMs = endedMs - startedMs;
  return {
    latencyMs,
    rows,
    seconds: toSeconds(tookMs),
    planned: expected === null ? '' : toText(expected),
    planHeld: expected === null ? '' : isIn(tookMs, expected),
    secondsLeft: left === undefined ? '' : toSeconds(endedMs - seenMs),
    left: left === undefined ? '' : toText(left),
    leftHeld: left === undefined ? '' : isIn(endedMs - seenMs, left),
  };
}

const toSeconds = (ms) => Number((ms / 1000).toFixed(1));
const toText = ({ fromMs, toMs }) => `${toSeconds(fromMs)} to ${toSeconds(toMs)} s`;
const isIn = (ms, { fromMs, toMs }) => ms >= fromMs && ms <= toMs;
