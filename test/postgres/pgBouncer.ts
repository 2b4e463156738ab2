import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { freePort } from '../freePort.js';

const program = '/usr/sbin/pgbouncer';

/** True where Debian's package pgbouncer is installed. */
export const hasPgBouncer = existsSync(program);

/**
 * Starts PgBouncer, as Debian's package has it, in front of a database. Resolves to the URL of the database through
 * it. It is ended after the test.
 */
export async function throughPgBouncer(
  url: string,
  poolMode: 'session' | 'transaction' | 'statement',
): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'rwa-pgbouncer-'));
  const port = await freePort();
  const settings = join(folder, 'pgbouncer.ini');
  writeFileSync(join(folder, 'users'), '"rwa" ""\n');
  writeFileSync(
    settings,
    `[databases]
* = host=127.0.0.1 port=${new URL(url).port}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = ${folder}/users
pool_mode = ${poolMode}
default_pool_size = 60
`,
  );
  // It refuses root.
  const user = process.getuid?.() === 0 ? userIds('postgres') : {};
  if (user.uid !== undefined) execFileSync('chown', ['-R', 'postgres', folder]);
  chmodSync(folder, 0o700);
  const bouncer = spawn(program, [settings], { ...user, stdio: 'ignore' });
  onTestFinished(async () => {
    if (bouncer.exitCode === null) {
      bouncer.kill('SIGKILL');
      await once(bouncer, 'exit');
    }
    rmSync(folder, { recursive: true });
  });
  while (!(await listens(port))) await sleep(50);
  return url.replace(/:\d+\//, `:${port}/`);
}

function userIds(name: string): { uid?: number; gid?: number } {
  const id = (option: string) => Number(execFileSync('id', [option, name], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function listens(port: number): Promise<boolean> {
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
