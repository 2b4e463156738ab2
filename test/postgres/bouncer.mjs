// Starts Debian's PgBouncer for a test, in a temporary folder and on a free loopback port.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { chown, mkdtemp, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from '../freePort.ts';
import { findPostgresUser } from './server.mjs';

const program = '/usr/sbin/pgbouncer';

export const hasPgBouncer = existsSync(program);

export async function startPgBouncer(
  postgresPort,
  poolMode,
  extraSettings = 'default_pool_size = 100\n',
) {
  if (!hasPgBouncer) throw new Error('PgBouncer is missing: apt-get install pgbouncer');
  const folder = await mkdtemp(join(tmpdir(), 'rwa-pgbouncer-'));
  const port = await findFreePort();
  const [settings, users] = [join(folder, 'pgbouncer.ini'), join(folder, 'users')];
  await writeFile(users, '"rwa" ""\n');
  await writeFile(
    settings,
    `[databases]
* = host=127.0.0.1 port=${postgresPort}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${users}
pool_mode = ${poolMode}
${extraSettings}`,
  );
  // PgBouncer refuses to run as root, so root starts it as the user of Postgres.
  const user = await findPostgresUser();
  if (user !== undefined) {
    for (const path of [folder, settings, users]) await chown(path, user.uid, user.gid);
  }
  const bouncer = spawn(program, [settings], { ...user, stdio: 'ignore' });
  const end = () => {
    bouncer.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  };
  process.once('exit', end);
  const stop = async () => {
    process.off('exit', end);
    const hasEnded = bouncer.exitCode !== null || bouncer.signalCode !== null;
    const ended = hasEnded ? undefined : once(bouncer, 'exit');
    end();
    await ended;
  };
  while (!(await isListening(port))) {
    if (bouncer.exitCode !== null) {
      await stop();
      throw new Error(`PgBouncer did not start: code ${bouncer.exitCode}`);
    }
    await delay(50);
  }
  return { port, stop };
}

async function isListening(port) {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
