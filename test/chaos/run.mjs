// Kills `rwa` at random moments and restarts it until all rows are done, against a sandbox in another process.
// Checks that no row was assessed twice in a round, no person was invited twice, no result was lost and no
// file was damaged. Plays runs of these kinds in turn, or only of one --kind:
// - assess: `rwa assess`, and then a round of `rwa reassess`
// - others: `rwa decide`, `rwa invite` or `rwa remove-access`
// - edited: `rwa assess` and `rwa reassess` with a sheet that is edited between the starts
// - serve: a server on SQLite with two sheets
//   npm run chaos -- [--runs 100] [--rows 200] [--seed N] [--parallel 2] [--kind assess|others|edited|serve] [--skip CHECK]
// With --kind machines, plays all runs at the same time, on web processes and workers with one Postgres, until
// --kills processes were killed. The processes use the routes of --through in turn: to Postgres directly, through
// a proxy that cuts and silences connections, and through the proxy with PgBouncer or TLS:
//   npm run chaos -- --kind machines [--kills 1000] [--through direct,proxy,pgbouncer,tls] [--runs 12] [--rows 250] [--seed N]
import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { randomInt } from 'node:crypto';
import { playAssessRun } from './chaosRun.mjs';
import { databaseRoutes } from './databaseRoutes.mjs';
import { playEditedRun } from './editedRun.mjs';
import { playMachinesRun } from './machinesRun.mjs';
import { createRandom } from './random.mjs';
import { playServeRun } from './serveRun.mjs';
import { playSubmissionRun } from './submissionRun.mjs';

const { values } = parseArgs({
  options: {
    runs: { type: 'string' },
    rows: { type: 'string' },
    /** The number of kills with --kind machines; other troubles happen too. */
    kills: { type: 'string', default: '1000' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
    parallel: { type: 'string', default: '2' },
    /** Plays only runs of this kind; by default, all kinds except machines in turn. */
    kind: { type: 'string' },
    /** Causes only this trouble, such as freezeAtIntent, and kills nothing: see machinesTroubles.mjs. */
    trouble: { type: 'string' },
    /** The routes to Postgres, which processes use in turn: see databaseRoutes.mjs. */
    through: { type: 'string', default: 'proxy' },
    /** Omits a check of edited sheets: statuses or old-journal. */
    skip: { type: 'string', multiple: true, default: [] },
    /** Plays only the run with this number. */
    only: { type: 'string' },
  },
});
const isOnMachines = values.kind === 'machines';
const [runs, rows, seed, parallel, kills] = [
  values.runs ?? (isOnMachines ? 12 : 100),
  values.rows ?? (isOnMachines ? 250 : 200),
  values.seed,
  values.parallel,
  values.kills,
].map(Number);
const through = values.through.split(',');
const unknown = through.filter((route) => !databaseRoutes.includes(route));
if (unknown.length > 0) {
  console.error(`Unknown --through: ${unknown.join(', ')}. Use ${databaseRoutes.join(', ')}.`);
  process.exit(2);
}

// When this process exits, processes.mjs kills all started processes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => process.exit(128 + constants.signals[signal]));

console.log(`${runs} runs of ${rows} rows, seed ${seed}`);
const startedMs = performance.now();
const totals = {};
const failures = [];
const numbers =
  values.only === undefined && !isOnMachines
    ? Array.from({ length: runs }, (_, index) => index + 1).values()
    : [Number(values.only ?? 1)].values();

let runsDone = 0;
const kinds = {
  others: playSubmissionRun,
  assess: playAssessRun,
  edited: playEditedRun,
  serve: playServeRun,
};
const playMachines = ({ rows, random }) =>
  playMachinesRun({ sheets: runs, rows, kills, through, random, trouble: values.trouble });

async function playRuns() {
  for (const number of numbers) {
    try {
      const kind = values.kind ?? Object.keys(kinds)[number % 4];
      const run = isOnMachines ? playMachines : kinds[kind];
      const random = createRandom(seed * 1_000 + number);
      const counts = await run({ number, rows, random, skip: new Set(values.skip) });
      for (const [name, count] of Object.entries(counts)) {
        totals[name] = (totals[name] ?? 0) + count;
      }
    } catch (error) {
      failures.push(number);
      console.error(`Run ${number} of seed ${seed}: ${error.stack}`);
      const options = [...process.argv.slice(2), '--seed', seed, '--only', number];
      console.error(`Repeat it with ${options.join(' ')}`);
    }
    runsDone += 1;
    if (runsDone % 50 === 0) {
      console.log(`${runsDone} of ${runs} runs, ${failures.length} failed`);
    }
  }
}
await Promise.all(Array.from({ length: parallel }, playRuns));

console.table(totals);
const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
console.log(
  failures.length === 0
    ? `All runs passed, in ${seconds} s. Seed ${seed}.`
    : `FAILED in ${failures.length} runs (${failures.join(', ')}) of seed ${seed}, in ${seconds} s.`,
);
// Do not wait for processes that a failed run has left.
process.exit(failures.length === 0 ? 0 : 1);
