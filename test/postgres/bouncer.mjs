// Starts Debian's PgBouncer for a test, in a temporary folder and on a free port of the loopback.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, rmSync } from 'node:fs';
import { chown, mkdtemp, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../freePort.ts';
import { postgresUser } from './server.mjs';

const program = '/usr/sbin/pgbouncer';

/** True if the Debian package pgbouncer is installed. */
export const hasPgBouncer = existsSync(program);

/** Starts PgBouncer in front of a cluster, on a free port, with further lines of settings. Throws if it is not installed. */
export async function startPgBouncer(
  postgresPort,
  poolMode,
  further = 'default_pool_size = 100\n',
) {
  if (!hasPgBouncer) throw new Error('PgBouncer is missing: apt-get install pgbouncer');
  const folder = await mkdtemp(join(tmpdir(), 'rwa-pgbouncer-'));
  const port = await freePort();
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
${further}`,
  );
  // PgBouncer refuses to run as root.
  const user = await postgresUser();
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
    const isOver = bouncer.exitCode !== null || bouncer.signalCode !== null;
    const ended = isOver ? undefined : once(bouncer, 'exit');
    end();
    await ended;
  };
  while (!(await listens(port))) {
    if (bouncer.exitCode !== null) {
      await stop();
      throw new Error(`PgBouncer did not start: code ${bouncer.exitCode}`);
    }
    await delay(50);
  }
  return { port, stop };
}

async function listens(port) {
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
