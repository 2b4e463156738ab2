import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startPostgres } from '../postgres/server.mjs';
import { DatabaseProxy } from './databaseProxy.mjs';
import { RouteAssigner } from './databaseRoutes.mjs';
import { Machines } from './machines.mjs';
import { MachineCheck } from './machinesCheck.mjs';
import { MachinePeople } from './machinesPeople.mjs';
import { MachineTroubles } from './machinesTroubles.mjs';
import { startSandbox } from './processes.mjs';

const processes = { servers: 3, workers: 6 };
/** The concurrency of all workers together. */
const concurrency = 12;
/** The concurrency after the troubles, which finishes the remaining rows sooner. */
const concurrencyAtEnd = 60;
/**
 * The latency of the service. It is long, so that most kills happen while rows are in flight, although
 * the sheets are small.
 */
const latency = '100ms';
/** The largest number of rows that the loss of one worker leaves Unconfirmed, with a tolerance of a quarter. */
const maxUnconfirmedPerLoss = Math.ceil(concurrency * 1.25);
/** The number of kills between two checks of the ledger. */
const killsPerCheck = 25;
/** Far longer than a lease; without progress for this time, the run has probably stopped for good. */
const stallTimeoutMs = 120_000;
const checkEveryMs = 5_000;

/**
 * Plays many runs at once on web processes and workers with one Postgres, while processes are killed and
 * suspended, the database restarts and connections are cut. `through` lists the routes to Postgres, which
 * processes use in turn. Rejects if a row was assessed twice or lost, a score belongs to another row, a
 * run does not end, slices, holds or jobs are left, a process crashed, or more rows were Unconfirmed than
 * the troubles explain.
 */
export async function playMachinesRun({ sheets, rows, kills, through, random, trouble }) {
  const folder = await mkdtemp(join(tmpdir(), 'rwa-chaos-machines-'));
  const counts = {};
  const closeSteps = [];
  const log = (text) => console.log(`${new Date().toISOString().slice(11, 19)} ${text}`);
  try {
    const cluster = await startPostgres({ isSafe: true, hasTls: through.includes('tls') });
    closeSteps.push(() => cluster.stop());
    const url = await cluster.createDatabase();
    const proxy = new DatabaseProxy();
    closeSteps.push(() => proxy.close());
    const routes = await RouteAssigner.open(through, { cluster, url, proxy });
    closeSteps.push(() => routes.close());
    const sandbox = await startSandbox(['--latency', latency, '--ready-after', '300ms']);
    closeSteps.push(() => sandbox.stop());
    const machines = new Machines({
      folder,
      random,
      env: sandbox.env,
      routes,
      concurrency,
    });
    closeSteps.push(() => machines.killAll());
    await machines.startAll(processes);
    log(`${processes.servers} web processes and ${processes.workers} workers have started`);
    const people = new MachinePeople({ machines, sandbox, random, counts });
    await people.signIn();
    const check = new MachineCheck({ people, sandbox, url });
    await people.addSheets(sheets, rows);
    log(`${sheets} runs have started`);
    const troubles = new MachineTroubles({
      machines,
      routes,
      cluster,
      proxy,
      url,
      sandbox,
      random,
      trouble,
      counts,
      log,
    });
    const acting = people.beginActing(sheets, rows);
    let checkedAt = 0;
    await troubles.make(kills, async () => {
      assert.deepEqual(machines.crashes, [], 'a process ended by itself');
      if (troubles.killed < checkedAt + killsPerCheck) return;
      checkedAt = troubles.killed;
      const { size } = await check.assertNobodyAssessedTwice();
      log(`${checkedAt} of ${kills} kills, ${size} assessments, none of them twice`);
    });
    machines.concurrency = concurrencyAtEnd;
    await Promise.all([troubles.end(), acting.end()]);
    log('the troubles are over');
    await withStallCheck(people.finish(false), people, check);
    log('all runs have ended');
    await check.assertNothingLeft();
    const { unconfirmed } = await check.assertRowsCorrect();
    counts.leftUnconfirmed = unconfirmed;
    log('nothing is left, and the rows are correct');
    await withStallCheck(people.finish(true), people, check);
    await check.assertNothingLeft();
    await check.assertRowsCorrect({ areAllScored: true });
    counts.unconfirmed = people.unconfirmed.size;
    counts.rows = check.rows;
    const { losses = 0, unprovenAnswers = 0 } = counts;
    const maxUnconfirmed = maxUnconfirmedPerLoss * losses + unprovenAnswers;
    assert.ok(
      counts.unconfirmed <= maxUnconfirmed,
      `${counts.unconfirmed} rows were Unconfirmed of at most ${maxUnconfirmed}`,
    );
    assert.deepEqual(machines.crashes, [], 'a process ended by itself');
    await close(closeSteps);
    await rm(folder, { recursive: true });
    return counts;
  } catch (error) {
    console.table(counts);
    error.message = `machines: ${error.message}\n(the output of the processes is in ${folder})`;
    throw error;
  } finally {
    await close(closeSteps);
  }
}

async function close(closeSteps) {
  for (const step of closeSteps.splice(0).toReversed()) await step();
}

/** Waits for the work. Rejects with a list of the open work if no row progresses for too long. */
async function withStallCheck(work, people, check) {
  const workEnd = new AbortController();
  const stalled = (async () => {
    let progress;
    for (let sinceMs = Date.now(); Date.now() < sinceMs + stallTimeoutMs;) {
      await delay(checkEveryMs, undefined, { signal: workEnd.signal });
      const newProgress = await people.readProgress();
      if (newProgress !== progress) sinceMs = Date.now();
      progress = newProgress;
    }
    throw new Error(
      `the runs never end: ${JSON.stringify(await check.readOpenWork(), undefined, 2)}`,
    );
  })();
  stalled.catch(() => undefined);
  await Promise.race([work, stalled]).finally(() => workEnd.abort());
}
