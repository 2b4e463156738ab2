// Measures several servers and workers with one Postgres, all on this machine. Needs npm run build.
// BENCH_ROWS=100000 for fewer than a million rows
// BENCH_LATENCY=200ms for a slower service
// BENCH_LARGE=100000 for only one run, to measure the memory of its worker
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Machine } from '../test/chaos/machineProcesses.mjs';
import { startSandbox } from '../test/chaos/processes.mjs';
import { findPostgresPrograms, startPostgres } from '../test/postgres/server.mjs';
import { bundle } from './bundle.mjs';
import { readPeakMegabytes } from './processUsage.mjs';
import { measureLists } from './serveSheets.mjs';
import { fetchPlan, signIn, startRun, until, uploadSheet } from './serveClient.mjs';

const latency = process.env.BENCH_LATENCY ?? '100ms';
const permitsPerWorker = 10;
/** A worker sends this many rows in less than a minute. */
const rowsPerWorker = 2_000;
const rowsOfLargeRun = Number(process.env.BENCH_LARGE ?? 0);
const rows = Number(process.env.BENCH_ROWS ?? 1_000_000);
/** Most companies have fewer rows in one sheet. */
const rowsPerSheet = 100_000;
/** The required speedup over one worker, and the upper limits for memory and times. */
const targets = {
  twoWorkers: 1.9,
  fourWorkers: 3.5,
  workerMb: 200,
  enqueueSeconds: 60,
  pageMs: 100,
};
const emptySlices = 400;
/** The same as in startWorker.ts. */
const slicesAtOnce = 4;
const commitsForMs = 4_000;
const rowsPerPage = 100;
/** The number of requests for each page, of which the fastest counts. */
const requestsPerPage = 3;

export default async function benchMachines() {
  if (findPostgresPrograms() === undefined) {
    console.log('  Postgres is missing: apt-get install postgresql');
    return { reached: false };
  }
  const folder = await mkdtemp(join(tmpdir(), 'bench-machines-'));
  const postgres = await startPostgres({ isSafe: true });
  const results = [];
  const report = (isMet, text) => {
    results.push(isMet);
    console.log(`  ${isMet ? 'met' : 'NOT MET'}  ${text}`);
  };
  try {
    if (rowsOfLargeRun > 0) await measureLargeRun(postgres, folder, report);
    else {
      await measureGrowth(postgres, folder, report);
      await measureParts(postgres, folder);
      await measureManyRows(postgres, folder, report);
    }
    return { reached: results.every((isMet) => isMet) };
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureGrowth(postgres, folder, report) {
  const oneWorker = await measureRate(postgres, folder, 1);
  const peaksMb = [oneWorker.mb];
  console.log(`  1 worker: ${oneWorker.rate.toFixed(1)} rows/s`);
  for (const [workers, target] of [
    [2, targets.twoWorkers],
    [4, targets.fourWorkers],
  ]) {
    const { rate, mb } = await measureRate(postgres, folder, workers);
    const multiple = rate / oneWorker.rate;
    peaksMb.push(mb);
    report(
      multiple >= target,
      `${workers} workers: ${rate.toFixed(1)} rows/s, ${multiple.toFixed(2)} times one`,
    );
  }
  reportMemory(report, Math.max(...peaksMb));
}

async function measureLargeRun(postgres, folder, report) {
  const { rate, mb } = await measureRate(postgres, folder, 1, rowsOfLargeRun);
  console.log(`  1 worker, ${rowsOfLargeRun} rows: ${rate.toFixed(1)} rows/s`);
  reportMemory(report, mb);
}

function reportMemory(report, mb) {
  report(mb < targets.workerMb, `most memory of a worker: ${mb.toFixed(0)} MB`);
}

/** Measures the rate of a run without the first and last tenth of its rows. */
async function measureRate(postgres, folder, workers, rowCount = rowsPerWorker * workers) {
  return runOnMachines(
    { postgres, folder, servers: 1, workers },
    async ({ servers: [server], fetchAssessments }) => {
      const { json } = server;
      const path = await uploadSheet(server, 'E', rowCount);
      await startRun(server, path);
      await until(
        'the end',
        async () => (await json('GET', path)).run?.state === 'ended',
        3_600_000,
      );
      const { counts } = await json('GET', path);
      if (counts.Scored !== rowCount)
        throw new Error(`Not all are scored: ${JSON.stringify(counts)}`);
      const times = (await fetchAssessments())
        .map(({ createdAt }) => Date.parse(createdAt))
        .toSorted((a, b) => a - b);
      const [from, to] = [rowCount * 0.1, rowCount * 0.9];
      return { rate: ((to - from) / (times[to] - times[from])) * 1_000 };
    },
  );
}

async function measureParts(postgres, folder) {
  const { file, dispose } = await bundle('bench/machinesParts.mts');
  const { openStore, inTransaction, SliceQueue, sliceSender, takeSlice, releaseSlice } =
    await import(file);
  await runOnMachines({ postgres, folder, servers: 1, workers: 0 }, async ({ url, ask }) => {
    const ids = Array.from({ length: emptySlices }, () => randomUUID());
    await ask(`INSERT INTO run (id, sheet, operation, state, options, started_by, started_at)
      VALUES ('run', 'sheet', 'assess', 'running', '{"operation":"assess"}', 'nobody', '2026')`);
    await ask(
      `INSERT INTO slice (id, run, sheet, rows)
      SELECT id, 'run', 'sheet-' || id, '[]' FROM unnest($1::uuid[]) AS id`,
      ids,
    );
    const stores = await Promise.all([1, 2].map(() => openStore(url, folder)));
    const queues = await Promise.all(stores.map((store) => SliceQueue.start(store)));
    let releasedCount = 0;
    const createHandler = (store) => async (job) => {
      const taken = await takeSlice(store, job);
      await inTransaction(store, (tx) => releaseSlice(tx, sliceSender, taken, { is: 'done' }));
      releasedCount++;
    };
    await inTransaction(stores[0], (tx) =>
      sliceSender.send(
        tx,
        ids.map((id) => ({ id })),
      ),
    );
    const startMs = performance.now();
    await Promise.all(
      queues.map((queue, place) => queue.work(slicesAtOnce, createHandler(stores[place]))),
    );
    await until('all slices', () => releasedCount === emptySlices);
    const slices = (emptySlices / (performance.now() - startMs)) * 1_000;
    await Promise.all(queues.map((queue) => queue.close()));
    await Promise.all(stores.map((store) => store.close()));
    const commits = await measureCommits(url);
    console.log(
      `  ${slices.toFixed(0)} slices/s by two workers, ${commits.toFixed(0)} commits/s on 20 connections`,
    );
  });
  await dispose();
}

async function measureCommits(url) {
  const clients = Array.from({ length: 20 }, () => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  const endMs = performance.now() + commitsForMs;
  let commits = 0;
  const commit = async (client, place) => {
    for (; performance.now() < endMs; commits++) {
      await client.query(`INSERT INTO rwa.journal (owner, row, lines) VALUES ('bench', $1, '{}')`, [
        String(place),
      ]);
    }
  };
  await Promise.all(clients.map(commit));
  await Promise.all(clients.map((client) => client.end()));
  return (commits / commitsForMs) * 1_000;
}

async function measureManyRows(postgres, folder, report) {
  await runOnMachines(
    { postgres, folder, servers: 2, workers: 1 },
    async ({ servers, ask, stopWorkers }) => {
      const paths = [];
      for (let sheet = 0; sheet < rows / rowsPerSheet; sheet++) {
        paths.push(
          await uploadSheet(
            servers[sheet % servers.length],
            `E${sheet === 0 ? '' : sheet}`,
            rowsPerSheet,
          ),
        );
      }
      await stopWorkers();
      const [server] = servers;
      const plans = [];
      for (const path of paths) plans.push(await fetchPlan(server, path));
      const startMs = performance.now();
      for (const [place, path] of paths.entries()) {
        await server.json('POST', `${path}/runs`, {
          operation: 'assess',
          token: plans[place].token,
        });
      }
      const countJobs = async () => {
        const [counts] = await ask(
          // `run.rows` is written together with the slices. Counting rows in the slices would take
          // as long as enqueuing them.
          `SELECT count(*)::int AS jobs, (SELECT coalesce(sum(rows), 0)::int FROM run) AS rows
           FROM rwa_queue.job WHERE state = 'created'`,
        );
        return counts.rows === rows ? counts.jobs : undefined;
      };
      const jobs = await until('the queue', countJobs, 600_000);
      const seconds = (performance.now() - startMs) / 1_000;
      report(
        seconds < targets.enqueueSeconds,
        `${rows} rows of ${paths.length} sheets, enqueued as ${jobs} slices by 2 web processes: ${seconds.toFixed(1)} s`,
      );
      // Gives all rows scores, as if the workers had assessed them. The VACUUM below replaces
      // autovacuum.
      await ask(
        `UPDATE row SET status = 'Scored', assessment_id = sheet || '-' || number,
         overall_trip = number % 101 / 10.0, risk_sort = -(number % 101 / 10.0)`,
      );
      await until('all old rows to be gone', () => vacuumRows(ask));
      const { ms, query } = await measureLists(server.ask, paths[0], requestsPerPage, rowsPerPage);
      report(
        ms < targets.pageMs,
        `the slowest page of ${rowsPerPage} results: ${ms.toFixed(0)} ms, ${query}`,
      );
    },
  );
}

/** Adds `mb` to the result: the largest peak memory of the workers that are still running. */
async function runOnMachines({ postgres, folder, servers, workers }, work) {
  const sandbox = await startSandbox(['--latency', latency, '--ready-after', '0ms']);
  const url = await postgres.createDatabase();
  const client = new pg.Client({ connectionString: url });
  const machines = [];
  const start = async (command, number) => {
    const limits = ['--concurrency', String(permitsPerWorker * Math.max(workers, 1))];
    const machine = await Machine.start(command, {
      name: `${command}-${number}`,
      folder,
      env: sandbox.env,
      onStart: () => undefined,
      args: ['--database', url, ...limits],
    });
    machines.push(machine);
    return machine;
  };
  try {
    const first = await start('serve', 1);
    const firstServer = await signIn(first);
    const otherServers = [];
    for (let number = 2; number <= servers; number++) {
      otherServers.push(firstServer.at((await start('serve', number)).url));
    }
    for (let number = 1; number <= workers; number++) await start('worker', number);
    await client.connect();
    await client.query('SET search_path TO rwa');
    const findMachines = (command) => machines.filter((machine) => machine.command === command);
    const ask = async (sql, ...values) => (await client.query(sql, values)).rows;
    const result = await work({
      servers: [firstServer, ...otherServers],
      url,
      ask,
      fetchAssessments: async () => (await sandbox.control('GET', 'ledger')).assessments,
      stopWorkers: () => Promise.all(findMachines('worker').map((machine) => machine.kill())),
    });
    const peaks = await Promise.all(
      findMachines('worker').map(({ child }) => readPeakMegabytes(child.pid)),
    );
    return { ...result, mb: Math.max(0, ...peaks) };
  } finally {
    await client.end();
    await Promise.all(machines.map((machine) => machine.kill()));
    await sandbox.stop();
  }
}

/** Returns true unless an older transaction has prevented the cleanup. */
async function vacuumRows(ask) {
  await ask('VACUUM ANALYZE row');
  const [{ share }] = await ask(
    `SELECT relallvisible::float8 / relpages AS share FROM pg_class WHERE relname = 'row'`,
  );
  return share > 0.99;
}
