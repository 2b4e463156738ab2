// Measures one `rwa serve` with a distant Postgres. Needs npm run build.
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Machine } from '../test/chaos/machineProcesses.mjs';
import { startSandbox } from '../test/chaos/processes.mjs';
import { findPostgresPrograms, startPostgres } from '../test/postgres/server.mjs';
import { readCpuSeconds } from './processUsage.mjs';
import { signIn, startRun, until, uploadSheet } from './serveClient.mjs';

const sheets = 50;
const browsers = 20;
const browsingSeconds = 15;
const watchedRows = 4_000;
const listRoundTripMs = 10;
const browsersRoundTripMs = 5;
/** `busy` is the processor time of the web process, in seconds per second. */
const targets = {
  listMs: 60,
  healthMs: 100,
  idleMs: 60,
  watchedMs: 120,
  busy: 0.25,
  connections: 5,
};

export default async function benchDistance() {
  if (findPostgresPrograms() === undefined) {
    console.log('  Postgres is missing: apt-get install postgresql');
    return { reached: false };
  }
  const folder = await mkdtemp(join(tmpdir(), 'bench-distance-'));
  const postgres = await startPostgres();
  const sandbox = await startSandbox(['--latency', '100ms', '--ready-after', '0ms']);
  const proxy = await startProxy(postgres.port);
  const url = await postgres.createDatabase();
  const delayedUrl = url.replace(`:${postgres.port}/`, `:${proxy.port}/`);
  const machines = [];
  const start = async (command, database) => {
    const machine = await Machine.start(command, {
      name: command,
      folder,
      env: sandbox.env,
      onStart: () => undefined,
      args: ['--database', database],
    });
    machines.push(machine);
    return machine;
  };
  const table = [];
  const report = (what, measured, target) => {
    table.push({ what, measured, target, met: measured <= target ? 'yes' : 'NO' });
  };
  try {
    const server = await start('serve', delayedUrl);
    const client = await signIn(server);
    for (let number = 1; number <= sheets; number++) await uploadSheet(client, `S${number}`, 3);
    const measure = { server, client, proxy };

    proxy.delay(listRoundTripMs);
    const list = await measureList(measure);
    report(`list of ${sheets} sheets at ${listRoundTripMs} ms`, list.medianMs, targets.listMs);
    report('/healthz meanwhile, the worst', list.healthMs, targets.healthMs);

    proxy.delay(0);
    const near = await measureBrowsers(measure);
    proxy.delay(browsersRoundTripMs);
    const idle = await measureBrowsers(measure);
    console.log(
      `  ${browsers} browsers at no distance: p50 ${near.medianMs} ms, busy ${near.busy}`,
    );
    report(`${browsers} browsers at ${browsersRoundTripMs} ms, p50`, idle.medianMs, targets.idleMs);
    report('/healthz meanwhile, p99', idle.healthMs, targets.healthMs);
    report('busy', idle.busy, targets.busy);
    report('connections of the web process', proxy.connections(), targets.connections);

    proxy.delay(0);
    await start('worker', url);
    const stopWatching = await watchRun(measure);
    proxy.delay(browsersRoundTripMs);
    const watched = await measureBrowsers(measure);
    report(`${browsers} browsers that watch a run, p50`, watched.medianMs, targets.watchedMs);
    report('/healthz meanwhile, p99', watched.healthMs, targets.healthMs);
    report('busy', watched.busy, targets.busy);
    report('connections of the web process', proxy.connections(), targets.connections);
    stopWatching();
    console.table(table);
    return { reached: table.every(({ met }) => met === 'yes') };
  } finally {
    await Promise.all(machines.map((machine) => machine.kill()));
    await sandbox.stop();
    await proxy.close();
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** `delay` sets the round-trip time. */
async function startProxy(port) {
  let oneWayMs = 0;
  const openSockets = new Set();
  const server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    client.setNoDelay(true);
    upstream.setNoDelay(true);
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ]) {
      openSockets.add(from);
      from.on('error', end).on('close', () => {
        openSockets.delete(from);
        end();
      });
      from.on('data', (sent) => {
        if (oneWayMs === 0) to.write(sent);
        else setTimeout(() => to.write(sent), oneWayMs);
      });
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: server.address().port,
    delay: (roundTripMs) => (oneWayMs = roundTripMs / 2),
    connections: () => openSockets.size / 2,
    close: async () => {
      for (const socket of openSockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function measureList({ server, client }) {
  const health = watchHealth(server, 10);
  const times = [];
  for (let index = 0; index < 11; index++)
    times.push(await measureMs(() => client.ask('GET', '/api/sheets')));
  const healthTimes = await health.stop();
  return { medianMs: quantile(times, 0.5), healthMs: quantile(healthTimes, 1) };
}

async function measureBrowsers({ server, client }) {
  const health = watchHealth(server, 50);
  const times = [];
  const before = await readCpuSeconds(server.child.pid);
  const startMs = performance.now();
  const browse = async (number) => {
    // The browsers start within one second.
    await sleep((number * 1_000) / browsers);
    for (let second = 0; second < browsingSeconds; second++) {
      const ms = await measureMs(() => client.ask('GET', '/api/sheets'));
      times.push(ms);
      await sleep(Math.max(0, 1_000 - ms));
    }
  };
  await Promise.all(Array.from({ length: browsers }, (_, number) => browse(number)));
  const elapsedSeconds = (performance.now() - startMs) / 1_000;
  const busy = ((await readCpuSeconds(server.child.pid)) - before) / elapsedSeconds;
  const healthTimes = await health.stop();
  return {
    medianMs: quantile(times, 0.5),
    healthMs: quantile(healthTimes, 0.99),
    busy: Math.round(busy * 100) / 100,
  };
}

/** Returns a function that closes the streams. */
async function watchRun({ client }) {
  const { ask, json } = client;
  const path = await uploadSheet(client, 'watched', watchedRows);
  await startRun(client, path);
  await until('the first rows', async () => ((await json('GET', path)).run?.done ?? 0) > 0);
  const streams = await Promise.all(
    Array.from({ length: browsers }, () =>
      ask('GET', `/api/events?sheet=${path.split('/').at(-1)}`),
    ),
  );
  const readers = streams.map(({ body }) => body.getReader());
  for (const reader of readers) void readAll(reader);
  return () => {
    for (const reader of readers) void reader.cancel().catch(() => undefined);
  };
}

async function readAll(reader) {
  for (;;) {
    const { done } = await reader.read().catch(() => ({ done: true }));
    if (done) return;
  }
}

/** `stop` returns the milliseconds of each request. */
function watchHealth({ url }, everyMs) {
  const times = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      times.push(await measureMs(() => fetch(`${url}/healthz`)));
      await sleep(everyMs);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      return times;
    },
  };
}

async function measureMs(request) {
  const startMs = performance.now();
  const answer = await request();
  await answer.arrayBuffer();
  return performance.now() - startMs;
}

function quantile(times, share) {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]);
}
