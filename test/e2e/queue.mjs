// Checks n8n in queue mode: Postgres, Redis, a main process and two workers.
import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, globSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../freePort.ts';
import { N8n } from './n8n.mjs';
import { run, start, stopAll, until } from './processes.mjs';
import { checkSheetInQueue, createQueueSheetWorkflow } from './sheetNode.mjs';
import { callWebhook, listenTo, createWebhookWorkflow } from './webhookWorkflow.mjs';

const CALLS = 20;
const ITEMS_PER_CALL = 10;

/**
 * Sends 200 items through the Create node in 20 webhook calls. Checks that each is created once, and
 * that both workers run executions. Then uploads a workbook repeatedly. Needs redis-server and Postgres.
 */
export async function checkQueueMode(folder, tarball, service) {
  const postgresFolder = mkdtempSync(join(tmpdir(), 'rwa-postgres-'));
  try {
    const env = { EXECUTIONS_MODE: 'queue', ...(await startRedis()) };
    Object.assign(env, await startPostgres(postgresFolder));
    env.N8N_ENCRYPTION_KEY = randomBytes(16).toString('hex');
    const install = (name) => N8n.install(join(folder, name), tarball, env);
    const main = await install('main');
    const workers = [await install('worker-1'), await install('worker-2')];
    await main.import('credentials', [service.credential]);
    await main.import('workflow', [
      await createWebhookWorkflow('queue'),
      await createQueueSheetWorkflow(),
    ]);
    await main.start();
    const workerProcesses = workers.map((worker) => worker.launch('worker', '--concurrency=5'));
    for (const worker of workerProcesses) {
      await until('a worker', () => worker.output.includes('worker is now ready'));
    }
    await listenTo(main, 'queue');
    await createAll(main);

    const { commits, assessments } = await service.readLedger();
    assert.equal(commits.rwa_create, CALLS * ITEMS_PER_CALL);
    assert.equal(
      new Set(assessments.map(({ employeeId }) => employeeId)).size,
      CALLS * ITEMS_PER_CALL,
    );
    const executionCounts = workerProcesses.map(
      ({ output }) => output.match(/started execution/gi)?.length ?? 0,
    );
    assert.ok(
      executionCounts.every((count) => count > 0),
      `executions by worker: ${executionCounts.join(' and ')}`,
    );
    const uploads = await checkSheetInQueue(main, service);
    return `executions by worker: ${executionCounts.join(' and ')}; ${uploads}`;
  } finally {
    await stopAll();
    await rm(postgresFolder, { recursive: true, force: true });
  }
}

async function createAll(main) {
  const createIds = (number) =>
    Array.from({ length: ITEMS_PER_CALL }, (_, item) => `E-${number}-${item}`);
  const answers = await Promise.all(
    Array.from({ length: CALLS }, (_, number) => callWebhook(main, 'queue', createIds(number))),
  );
  for (const answer of answers) {
    assert.equal(answer.status, 200);
    assert.equal((await answer.json()).length, ITEMS_PER_CALL);
  }
}

async function startRedis() {
  const port = await findFreePort();
  const flags = ['--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'];
  start('redis-server', 'redis-server', ['--port', String(port), ...flags]);
  await until('Redis', () => isListening(port), 10_000);
  return { QUEUE_BULL_REDIS_HOST: '127.0.0.1', QUEUE_BULL_REDIS_PORT: String(port) };
}

async function startPostgres(data) {
  const [binaries] = globSync('/usr/lib/postgresql/*/bin').toSorted().reverse();
  if (binaries === undefined) throw new Error('Postgres is not installed: no initdb was found');
  // Postgres refuses to run as root, so a root user starts it as the user postgres.
  const options = process.getuid() === 0 ? findUser('postgres') : {};
  if (options.uid !== undefined) chownSync(data, options.uid, options.gid);
  const port = await findFreePort();
  await run('initdb', join(binaries, 'initdb'), ['-D', data, '-U', 'n8n', '-A', 'trust'], options);
  const flags = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', data];
  start('postgres', join(binaries, 'postgres'), flags, options);
  await until('Postgres', () => isListening(port), 20_000);
  return {
    DB_TYPE: 'postgresdb',
    DB_POSTGRESDB_HOST: '127.0.0.1',
    DB_POSTGRESDB_PORT: String(port),
    DB_POSTGRESDB_USER: 'n8n',
    DB_POSTGRESDB_DATABASE: 'postgres',
  };
}

function findUser(name) {
  const id = (flag) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g'), cwd: '/' };
}

function isListening(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => socket.destroy());
    socket.once('close', (hadError) => resolve(!hadError));
    socket.once('error', () => undefined);
  });
}
