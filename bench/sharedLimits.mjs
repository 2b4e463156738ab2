// Checks that all processes on one Postgres together keep to one rate and one concurrency, even
// while some are killed, frozen and cut off from Postgres.
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { findPostgresPrograms, startPostgres } from '../test/postgres/server.mjs';
import { bundle } from './bundle.mjs';

const root = path.dirname(import.meta.dirname);
const RATE = 100;
const PROCESSES = 4;
const MAX_PER_SECOND = 1.1 * RATE;
const MIN_USED_SHARE = 0.8;
const CONCURRENCY = 10;

export default async function benchSharedLimits() {
  if (findPostgresPrograms() === undefined) {
    console.log('  Postgres is missing: apt-get install postgresql');
    return { reached: false };
  }
  const { file, dispose } = await bundle('bench/sharedLimitsParts.mts');
  const parts = await import(file);
  const postgres = await startPostgres({ isSafe: true });
  const senders = await parts.prepareSenders(root);
  const bench = { ...parts, postgres, senders, results: [] };
  try {
    await measureRate(bench, PROCESSES, 15_000);
    await measureRate(bench, 1, 10_000);
    await measureConcurrency(bench);
    return { reached: bench.results.every((isMet) => isMet) };
  } finally {
    await senders.close();
    await postgres.stop();
    await dispose();
  }
}

function report(bench, isMet, text) {
  bench.results.push(isMet);
  console.log(`  ${isMet ? 'met' : 'NOT MET'}  ${text}`);
}

async function createDatabase({ postgres, openStore }) {
  const url = await postgres.createDatabase();
  await (await openStore(url)).close();
  return url;
}

/** Processes that are not `busy` are idle after ten requests. */
async function measureRate(bench, busy, ms) {
  const service = await bench.startMeasuredService(50);
  const url = await createDatabase(bench);
  const limits = { rate: RATE, concurrency: 40 };
  const options = { ...limits, database: url, service: service.url, atOnce: 20, intentMs: 2 };
  const names = Array.from({ length: PROCESSES }, (_, index) => `P${index}`);
  const running = [];
  for (const name of names.toReversed()) {
    const isBusy = running.length >= PROCESSES - busy;
    running.push(
      await bench.senders.start({ ...options, name, requests: isBusy ? undefined : 10 }),
    );
  }
  await delay(3_000);
  const before = service.arrivals.length;
  await delay(ms);
  const arrivals = service.arrivals.slice(before);
  await Promise.all(running.map((sender) => bench.senders.stop(sender)));
  await service.close();
  const mostInOneSecond = bench.countInBusiestSecond(service.arrivals.map((arrival) => arrival.ms));
  const seconds = (arrivals.at(-1).ms - arrivals[0].ms) / 1_000;
  const usedShare = (arrivals.length - 1) / seconds / RATE;
  const byProcess = names.map((name) => arrivals.filter(({ sender }) => sender === name).length);
  report(
    bench,
    mostInOneSecond <= MAX_PER_SECOND && usedShare >= MIN_USED_SHARE,
    `${RATE}/s, ${busy} of ${PROCESSES} processes busy, ${seconds.toFixed(1)} s: ${mostInOneSecond} in the worst second, ` +
      `${(usedShare * 100).toFixed(1)} % used, by process ${byProcess.join(' ')}`,
  );
}

async function measureConcurrency(bench) {
  const service = await bench.startMeasuredService(100);
  const url = await createDatabase(bench);
  const options = { database: url, service: service.url, atOnce: 20, concurrency: CONCURRENCY };
  let started = 0;
  const start = () => bench.senders.start({ ...options, name: `P${started++}`, intentMs: 2 });
  const running = await Promise.all([start(), start(), start()]);
  const randomIndex = () => Math.floor(Math.random() * running.length);
  const startMs = performance.now();
  const [kills, freezes, cuts] = [15, 5, 10];
  for (let kill = 0; kill < kills; kill++) {
    await delay(700);
    const index = randomIndex();
    running[index].kill('SIGKILL');
    running[index] = await start();
  }
  for (let freeze = 0; freeze < freezes; freeze++) {
    const frozen = running[randomIndex()];
    frozen.kill('SIGSTOP');
    await delay(1_000);
    if (freeze % 2 === 0) await bench.postgres.restart();
    await delay(3_000);
    frozen.kill('SIGCONT');
    await delay(500);
  }
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  for (let cut = 0; cut < cuts; cut++) {
    await delay(500);
    await client.query(
      `SELECT pg_terminate_backend(pid) FROM (SELECT pid FROM pg_stat_activity
        WHERE application_name = 'rwa' ORDER BY random() LIMIT 2) some_of_them`,
    );
  }
  await client.end();
  await delay(1_000);
  const seconds = (performance.now() - startMs) / 1_000;
  await Promise.all(running.map((sender) => bench.senders.stop(sender)));
  await service.close();
  // Each request takes 100 ms.
  const possibleRequests = seconds * (CONCURRENCY / 0.1);
  report(
    bench,
    service.mostInFlight() <= CONCURRENCY,
    `concurrency ${CONCURRENCY}, ${kills} kills, ${freezes} freezes, 3 restarts, ${cuts} cuts, ` +
      `${seconds.toFixed(0)} s: most in flight ${service.mostInFlight()}, ` +
      `${((service.arrivals.length / possibleRequests) * 100).toFixed(0)} % of what is possible`,
  );
}
