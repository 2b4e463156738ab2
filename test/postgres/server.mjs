// Starts Debian's Postgres for tests: a separate cluster in a temporary folder, on a free loopback port.
import { execFile, spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '../freePort.ts';
import { makeCertificate } from './certificate.mjs';

const run = promisify(execFile);
const versions = '/usr/lib/postgresql';

/**
 * A shell script that runs the server until the script's input ends, which happens even if the test
 * process is killed. The script then shuts the server down at once (SIGQUIT). It also removes the
 * folder, unless the input was `keep`. So a killed test leaves nothing behind.
 */
const serverScript =
  '"$0" "$@" & word=$(cat); kill -QUIT $!; wait; [ "$word" = keep ] || rm -rf "$PWD"';

export function findPostgresPrograms() {
  if (!existsSync(versions)) return undefined;
  return readdirSync(versions)
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => join(versions, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

export async function startPostgres({ isSafe = false, hasTls = false } = {}) {
  const programs = findPostgresPrograms();
  if (programs === undefined) throw new Error('Postgres is missing: apt-get install postgresql');
  const folder = await mkdtemp(join(tmpdir(), 'rwa-postgres-'));
  const owner = await findPostgresUser();
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const runProgram = (command, args) =>
    run(join(programs, command), args, { ...owner, cwd: folder });
  await runProgram('initdb', [
    '-D',
    data,
    '-U',
    'rwa',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '-N',
  ]);
  const port = await findFreePort();
  const tls = hasTls ? await makeCertificate(folder, owner) : undefined;
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    max_connections: 200,
    ...(tls === undefined
      ? {}
      : { ssl: 'on', ssl_cert_file: tls.certificateFile, ssl_key_file: tls.keyFile }),
    ...(isSafe ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  let server;
  const start = async () => {
    server = spawn('sh', ['-c', serverScript, join(programs, 'postgres'), '-D', data, ...options], {
      ...owner,
      cwd: folder,
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let errors = '';
    server.stderr.on('data', (text) => (errors = `${errors}${text}`.slice(-4_000)));
    for (let attempts = 0; attempts < 200; attempts++) {
      if (server.exitCode !== null) throw new Error(`Postgres did not start: ${errors}`);
      try {
        await runProgram('pg_isready', ['-q', '-h', '127.0.0.1', '-p', String(port)]);
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
    throw new Error(`Postgres did not answer: ${errors}`);
  };
  const shutDown = async (input = '') => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.stdin.end(input);
    await ended;
  };
  await start();
  const connection = ['-h', '127.0.0.1', '-p', String(port), '-U', 'rwa'];
  let databaseCount = 0;
  const toUrl = (name) => `postgres://rwa@127.0.0.1:${port}/${name}`;
  return {
    port,
    caFile: tls?.caFile,
    pid: () => Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0]),
    toUrl,
    async createDatabase() {
      const name = `test_${process.pid}_${++databaseCount}`;
      await runProgram('createdb', [...connection, name]);
      return toUrl(name);
    },
    async query(url, statement) {
      await runProgram('psql', ['-qc', statement, url]);
    },
    async copyDatabase(url) {
      const name = `test_${process.pid}_${++databaseCount}`;
      const from = new URL(url).pathname.slice(1);
      await runProgram('createdb', [...connection, '-T', from, name]);
      return toUrl(name);
    },
    async restoreInPlace(url, meanwhile) {
      const file = join(folder, `dump-${++databaseCount}`);
      const name = new URL(url).pathname.slice(1);
      await runProgram('pg_dump', [
        ...connection,
        '-Fc',
        '--exclude-schema=rwa_queue',
        '-f',
        file,
        name,
      ]);
      await meanwhile();
      await runProgram('pg_restore', [...connection, '--clean', '--if-exists', '-d', name, file]);
    },
    async restart() {
      await shutDown('keep');
      await start();
    },
    async stop() {
      await shutDown();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the user of the Debian package, for programs that refuse root; undefined if this process is not root. */
export async function findPostgresUser() {
  if (process.getuid?.() !== 0) return undefined;
  const { stdout } = await run('getent', ['passwd', 'postgres']);
  const [, , uid, gid] = stdout.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}
