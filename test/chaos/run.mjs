// Runs `rwa assess`, a round of `rwa reassess`, decide, invite and remove-access against a sandbox in
// another process, also with edits between the starts (--kind edited), and servers with two sheets on
// SQLite (--kind serve). Kills each at random moments and restarts it until it is done. No row may be
// assessed twice in a round, no person invited twice, no result lost and no file damaged.
//   npm run chaos -- [--runs 100] [--rows 200] [--seed N] [--parallel 2] [--kind assess|others|edited|serve] [--skip CHECK]
// With --kind machines, plays --runs at once on many machines with one Postgres, until --kills processes were
// killed. Processes use the ways of --through to Postgres in turn: direct, through a proxy that cuts and
// silences connections, and through the proxy with PgBouncer or TLS:
//   npm run chaos -- --kind machines [--kills 1000] [--through direct,proxy,pgbouncer,tls] [--runs 12] [--rows 250] [--seed N]
import { constants } from 'node:os';
import { parseArgs } from 'node:util';
import { randomInt } from 'node:crypto';
import { playAssessRun } from './chaosRun.mjs';
import { waysToDatabase } from './databaseWays.mjs';
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
    /** Causes only this trouble instead of kills, such as freezeAtIntent: see machinesTroubles.mjs. */
    trouble: { type: 'string' },
    /** The ways to Postgres, which processes use in turn: see databaseWays.mjs. */
    through: { type: 'string', default: 'proxy' },
    /** Omits a check of edited sheets: statuses, old-journal. */
    skip: { type: 'string', multiple: true, default: [] },
    /** Plays only this run of the seed. */
    only: { type: 'string' },
  },
});
const areMachines = values.kind === 'machines';
const [runs, rows, seed, parallel, kills] = [
  values.runs ?? (areMachines ? 12 : 100),
  values.rows ?? (areMachines ? 250 : 200),
  values.seed,
  values.parallel,
  values.kills,
].map(Number);
const through = values.through.split(',');
const unknown = through.filter((way) => !waysToDatabase.includes(way));
if (unknown.length > 0) {
  console.error(`There is no way ${unknown.join(', ')} to Postgres: ${waysToDatabase.join(', ')}`);
  process.exit(2);
}

// Listeners of `exit` kill all started processes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
  process.once(signal, () => process.exit(128 + constants.signals[signal]));

console.log(`${runs} runs of ${rows} rows, seed ${seed}`);
const startedMs = performance.now();
const totals = {};
const failures = [];
const numbers =
  values.only === undefined && !areMachines
    ? Array.from({ length: runs }, (_, index) => index + 1).values()
    : [Number(values.only ?? 1)].values();

let done = 0;
const kinds = {
  others: playSubmissionRun,
  assess: playAssessRun,
  edited: playEditedRun,
  serve: playServeRun,
};
const playMachines = ({ rows, random }) =>
  playMachinesRun({ sheets: runs, rows, kills, through, random, trouble: values.trouble });

async function worker() {
  for (const number of numbers) {
    try {
      const kind = values.kind ?? Object.keys(kinds)[number % 4];
      const run = areMachines ? playMachines : kinds[kind];
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
    done += 1;
    if (done % 50 === 0) {
      console.log(`${done} of ${runs} runs, ${failures.length} failed`);
    }
  }
}
await Promise.all(Array.from({ length: parallel }, worker));

console.table(totals);
const seconds = ((performance.now() - startedMs) / 1_000).toFixed(0);
console.log(
  failures.length === 0
    ? `All runs passed, in ${seconds} s. Seed ${seed}.`
    : `FAILED in ${failures.length} runs (${failures.join(', ')}) of seed ${seed}, in ${seconds} s.`,
);
// After a failure, processes of that run may still be active.
process.exit(failures.length === 0 ? 0 : 1);
