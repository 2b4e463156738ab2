import { chmod, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { basename, join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { checkDatabase } from '../../../../batch/server/db/checkDatabase.js';
import { readDatabaseUrl } from '../../../../batch/server/db/databaseUrl.js';
import { makeWorkFolder } from '../../../../batch/server/folder/workFolder.js';
import { type Cluster, startPostgres } from '../../../postgres/server.mjs';
import { folderWith, rwa } from '../../cli/rwaUnderTest.js';

let postgres: Cluster;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

const check = (url: string) => checkDatabase(readDatabaseUrl(url));

async function runSql(url: string, ...statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

describe('the URL of a database', () => {
  it.each([
    ['postgres://rwa:geheim@db.example.com/rwa', 'postgres://rwa@db.example.com:5432/rwa'],
    ['postgresql://rwa@db:6432/hr?sslmode=require', 'postgres://rwa@db:6432/hr'],
    ['postgres://rwa@db/hr?password=geheim', 'postgres://rwa@db:5432/hr'],
    ['postgres://rwa:ge%40heim@db/hr', 'postgres://rwa@db:5432/hr'],
    ['postgres://rwa@/hr?host=/run/pg', 'postgres://rwa@%2Frun%2Fpg/hr'],
  ])('%s is shown as %s', (url, shown) => {
    expect(readDatabaseUrl(` ${url}\n`)).toEqual({ url, shown });
  });

  it.each(['mysql://rwa:geheim@db/hr', 'rwa:geheim@db', 'postgres://rwa:ge/heim@db/hr'])(
    '%s is refused without showing the password',
    (url) => {
      expect(() => readDatabaseUrl(url)).toThrow(/Use an address such as postgres:/);
      expect(() => readDatabaseUrl(url)).not.toThrow(/heim/);
    },
  );
});

describe('checkDatabase refuses a database that', () => {
  it('does not answer', async () => {
    const closedServer = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => closedServer.once('listening', resolve));
    const { port } = closedServer.address() as AddressInfo;
    await new Promise((resolve) => closedServer.close(resolve));
    await expect(check(`postgres://rwa:geheim@127.0.0.1:${port}/rwa`)).rejects.toThrow(
      `Nothing answers at postgres://rwa@127.0.0.1:${port}/rwa. Start Postgres there, or correct host and port of the URL.`,
    );
  });

  it('does not exist', async () => {
    await expect(check(postgres.toUrl('nowhere'))).rejects.toThrow(
      /There is no database of this name: .*\/nowhere\. Create it with createdb/,
    );
  });

  it('does not have the user of the URL', async () => {
    const url = postgres.toUrl('postgres').replace('rwa@', 'nobody:geheim@');
    await expect(check(url)).rejects.toThrow(/role "nobody" does not exist/);
  });

  it('does not let the user create the missing schemas', async () => {
    const url = await postgres.createDatabase();
    await runSql(url, 'CREATE ROLE guest LOGIN');
    const guest = url.replace('rwa@', 'guest@');
    await expect(check(guest)).rejects.toThrow(/may not create the schemas rwa and rwa_queue/);
    await runSql(
      url,
      'CREATE SCHEMA rwa AUTHORIZATION guest',
      'CREATE SCHEMA rwa_queue AUTHORIZATION guest',
    );
    await check(guest);
  });

  it('is read-only', async () => {
    const url = await postgres.createDatabase();
    const name = new URL(url).pathname.slice(1);
    await runSql(url, `ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    await expect(check(url)).rejects.toThrow(/can only be read/);
  });

  it('has an encoding that cannot store all names', async () => {
    const url = await postgres.createDatabase();
    await runSql(url, "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    await expect(check(postgres.toUrl('latin'))).rejects.toThrow(/has the encoding LATIN1/);
  });

  it('refuses the password', async () => {
    const url = await startRefusingServer('wrong-password');
    await expect(check(url)).rejects.toThrow(/does not accept the password for postgres:\/\/rwa@/);
    await expect(check(url)).rejects.not.toThrow(/wrong-password/);
  });
});

/** Starts a server with just enough of the Postgres protocol to refuse a password. Returns its URL. */
async function startRefusingServer(password: string): Promise<string> {
  const frame = (type: string, body: Buffer) => {
    const head = Buffer.alloc(5);
    head.write(type);
    head.writeInt32BE(body.length + 4, 1);
    return Buffer.concat([head, body]);
  };
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write(frame('R', Buffer.from([0, 0, 0, 3])));
      socket.once('data', () => {
        const message = 'SFATAL\0C28P01\0Mpassword authentication failed for user "rwa"\0\0';
        socket.end(frame('E', Buffer.from(message)));
      });
    });
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
  });
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  return `postgres://rwa:${password}@127.0.0.1:${port}/rwa`;
}

describe('rwa serve and rwa worker on a database', () => {
  const service = { RWA_BASE_URL: 'http://127.0.0.1:9/api', RWA_TOKEN: 'company-1' };
  const secret = 'postgres://rwa:s3cret-word@127.0.0.1:1/rwa';

  it.each([['serve'], ['worker']])(
    'rwa %s prints the problem, but never the password',
    async (name) => {
      const { code, out, err } = await rwa(
        await folderWith(),
        [name, '--database', secret],
        service,
      );
      expect([code, out]).toEqual([2, '']);
      expect(err).toContain('Nothing answers at postgres://rwa@127.0.0.1:1/rwa.');
      expect(err).toContain('Other users of this machine can see the password in --database.');
      expect(err).not.toContain('s3cret');
    },
  );

  it('rwa worker reads the URL from a file, and warns if other users can read the file', async () => {
    const folder = await folderWith({ 'url.txt': `${secret}\n` });
    await chmod(join(folder, 'url.txt'), 0o600);
    const args = ['worker', '--database-file', 'url.txt'];
    const safe = await rwa(folder, args, service);
    expect(safe.err).toContain('Nothing answers at');
    expect(safe.err).not.toMatch(/s3cret|Other users/);
    await chmod(join(folder, 'url.txt'), 0o644);
    expect((await rwa(folder, args, service)).err).toContain('Run chmod 600 on it.');
  });

  it('rwa worker reads the URL from RWA_DATABASE_URL, but rwa serve with --data does not', async () => {
    const env = { ...service, RWA_DATABASE_URL: secret };
    const worker = await rwa(await folderWith(), ['worker'], env);
    expect(worker.err).toContain('Nothing answers at');
    expect(worker.err).not.toMatch(/s3cret|Other users/);
    const folder = await folderWith({ file: '' });
    const onFolder = await rwa(
      folder,
      ['serve', '--port', '0', '--data', join('file', 'data')],
      env,
    );
    expect(onFolder.err).toContain('The data folder');
  });

  it.each([
    [['serve', '--data', 'x', '--database', 'postgres://a'], 'Give either --data or --database'],
    [['serve', '--database', 'postgres://a', '--database-file', 'x'], 'Give either --database or'],
    [['serve', '--sandbox', '--database', 'postgres://a'], 'Leave out --sandbox'],
    [['serve', '--database', 'postgres://a'], 'the service must be set'],
    [['serve', '--rate', '10'], '--rate needs --database. Leave out --rate'],
    [
      ['worker', '--rate', '0', '--database', 'postgres://a'],
      'It must be none, or a rate of at least 1/h',
    ],
    [['worker'], 'A worker needs a database.'],
    [['worker', 'postgres://rwa:s3cret-word@db/x'], "Too many arguments for 'worker'"],
  ])('the arguments %j are refused', async (args, message) => {
    const { code, err } = await rwa(await folderWith(), args);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
    expect(err).not.toContain('s3cret');
  });

  it('require a service, because several processes cannot share the embedded sandbox', async () => {
    for (const name of ['serve', 'worker']) {
      const { code, err } = await rwa(await folderWith(), [name], { RWA_DATABASE_URL: secret });
      expect([code, err]).toEqual([2, expect.stringContaining('the embedded sandbox runs within')]);
    }
  });
});

describe('the working folder of a process', () => {
  it('is deleted at the end of the process, or at a later start if the process was killed', async () => {
    const parent = await folderWith();
    const first = makeWorkFolder(parent);
    const abandoned = await mkdtemp(join(parent, 'rwa-work-'));
    await writeFile(join(abandoned, 'copy.xlsx'), 'somebody');
    const longAgo = new Date(Date.now() - 600_000);
    await utimes(abandoned, longAgo, longAgo);
    const second = makeWorkFolder(parent);
    expect(await readdir(parent)).not.toContain(basename(abandoned));
    expect(await readdir(parent)).toHaveLength(2);
    first.remove();
    second.remove();
    expect(await readdir(parent)).toEqual([]);
  });
});
