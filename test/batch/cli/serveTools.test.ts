import { readdirSync } from 'node:fs';
import { chmod, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { Operations } from '../../../batch/server/contract/shapes.js';
import { hasPostgres, testDatabase } from '../../postgres/postgresUnderTest.js';
import { startTestSandbox } from '../../sandbox/sandboxUnderTest.js';
import { dataFolder, serve } from '../server/serveUnderTest.js';
import { folderWith, rwa, rwaProcess, toEnv } from './rwaUnderTest.js';
import { people, toCsv } from './sheets.js';

const dataOption = ['--data', 'data'];

const readProblems = (out: string) =>
  out
    .split('\n')
    .filter((line) => line !== '' && !/^(?:ok |unknown +Token: not checked)/.test(line));

function setVersion(folder: string, version: number): void {
  const db = new DatabaseSync(join(dataFolder(folder), 'rwa.sqlite'));
  db.exec(`PRAGMA user_version = ${version}`);
  db.close();
}

test('rwa serve check creates nothing, and finds no problem before and after a migration', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith();
  const check = () => rwa(folder, ['serve', 'check', ...dataOption], toEnv(service));
  const before = await check();
  expect([before.code, readProblems(before.out)]).toEqual([0, ['No problem was found.']]);
  expect(before.out).toContain('data does not exist yet; the first start creates it');
  expect(readdirSync(folder)).toEqual([]);

  const first = await rwa(folder, ['serve', 'migrate', ...dataOption]);
  expect([first.code, first.out]).toEqual([
    0,
    expect.stringMatching(/data were created, with version 1[.]/),
  ]);
  const second = await rwa(folder, ['serve', 'migrate', ...dataOption, '--json']);
  expect(JSON.parse(second.out)).toEqual({ from: 1, to: 1 });

  const files = readdirSync(dataFolder(folder));
  const after = await check();
  expect([after.code, readProblems(after.out)]).toEqual([0, ['No problem was found.']]);
  expect(after.out).toContain('Tables: version 1, which this rwa uses');
  expect(readdirSync(dataFolder(folder))).toEqual(files);
  const { requests } = await service.readLedger();
  expect(requests).toMatchObject({ rwa_create: 0, rwa_retrieve: 2 });
});

test('rwa serve check reports warnings, and problems that would prevent the start', async () => {
  const folder = await folderWith();
  await rwa(folder, ['serve', 'migrate', ...dataOption]);
  setVersion(folder, 99);
  await chmod(dataFolder(folder), 0o755);
  const { code, out } = await rwa(folder, ['serve', 'check', ...dataOption, '--host', '0.0.0.0']);
  expect([code, readProblems(out)]).toEqual([
    5,
    [
      expect.stringMatching(/^problem +Address: Others could read everything/),
      expect.stringMatching(/^warning +Folder: Other users of this machine can open/),
      expect.stringMatching(/^problem +Tables: .*written by a later version of rwa/),
      '3 lines above need attention.',
    ],
  ]);
  await writeFile(join(dataFolder(folder), 'rwa.sqlite'), 'x'.repeat(4_096));
  const other = await rwa(folder, ['serve', 'check', ...dataOption, '--json']);
  expect(other.out).toContain('is a database, but not one of rwa serve');
});

test('rwa serve check reports a token without a service', async () => {
  const { code, out } = await rwa(await folderWith(), ['serve', 'check'], { RWA_TOKEN: 'token' });
  expect([code, out]).toEqual([
    5,
    expect.stringMatching(/problem +Options: There is a company token, but no service[.]/),
  ]);
});

test('rwa serve migrate is refused without a folder or a database, and creates nothing', async () => {
  const folder = await folderWith();
  const { code, err } = await rwa(folder, ['serve', 'migrate']);
  expect([code, err]).toEqual([2, expect.stringContaining('Name it with --data, or the database')]);
  expect(await readdir(folder)).toEqual([]);
});

test('check and migrate report that a server uses the folder, and status describes the server', async () => {
  const folder = await folderWith();
  const server = await serve(folder, {}, ['--health-port', '0']);
  const { health } = JSON.parse(server.running.printed()) as { health: string };
  const check = await rwaProcess(folder, ['serve', 'check', ...dataOption]);
  expect([check.code, readProblems(check.out)]).toEqual([
    7,
    [
      expect.stringMatching(/^in use +Lock: Another rwa serve is using/),
      '1 line above needs attention.',
    ],
  ]);
  const migrate = await rwaProcess(folder, ['serve', 'migrate', ...dataOption]);
  expect([migrate.code, migrate.err]).toEqual([
    2,
    expect.stringContaining('Another rwa serve is using the data folder'),
  ]);

  const { port } = new URL(health);
  const status = ['serve', 'status', '--health-port', port];
  const running = await rwa(folder, status);
  expect([running.code, running.out]).toEqual([
    0,
    expect.stringMatching(
      /^Process: +rwa serve [\d.]+, since .*\nState: +ready\nStore: +SQLite\nRuns: +none\n/,
    ),
  ]);
  expect(JSON.parse((await rwa(folder, [...status, '--json'])).out)).toMatchObject({
    role: 'serve',
    store: 'sqlite',
    notReady: null,
    work: { runs: { running: 0 }, unconfirmed: 0, lastSuccessAt: null, lastFailure: null },
  });
  await server.stop();
  const stopped = await rwa(folder, status);
  expect([stopped.code, stopped.out]).toEqual([75, expect.stringContaining('No rwa answers at')]);
});

test('a server reports that its token was refused until the service accepts the token again', async () => {
  const service = await startTestSandbox();
  const folder = await folderWith();
  const server = await serve(folder, toEnv(service), ['--health-port', '0']);
  const { health } = JSON.parse(server.running.printed()) as { health: string };
  const status = ['serve', 'status', '--health-port', new URL(health).port];
  const isRefused = async () =>
    (await server.json<Operations>('GET', '/api/operations')).workers[0]?.isTokenRefused;
  const { id } = await server.upload('hires.csv', toCsv(people(2)));
  expect(await isRefused()).toBe(false);

  await service.control('POST faults', { operation: 'rwa_retrieve', fault: 'token-refused' });
  await server.start(id);
  expect((await server.ended(id)).run?.state).toBe('failed');
  expect(await isRefused()).toBe(true);
  const refused = await rwa(folder, status);
  expect([refused.code, refused.out]).toEqual([
    0,
    expect.stringMatching(/^Token: +The service refused the company token[.] Correct the token/m),
  ]);

  await service.control('DELETE faults');
  await server.start(id);
  expect((await server.ended(id)).run?.state).toBe('ended');
  expect(await isRefused()).toBe(false);
  expect((await rwa(folder, status)).out).not.toContain('Token:');
});

test.runIf(hasPostgres)('a database without tables passes the check and is migrated', async () => {
  const service = await startTestSandbox();
  const env = { ...toEnv(service), RWA_DATABASE_URL: await testDatabase() };
  const folder = await folderWith();
  const before = await rwa(folder, ['serve', 'check'], env);
  expect([before.code, readProblems(before.out)]).toEqual([0, ['No problem was found.']]);
  expect(before.out).toContain('Tables: none yet; the first start creates them');
  const migrated = await rwa(folder, ['serve', 'migrate', '--json'], env);
  expect(JSON.parse(migrated.out)).toEqual({ from: 0, to: 1 });
  const after = await rwa(folder, ['serve', 'check'], env);
  expect(after.out).toContain('Tables: version 1, which this rwa uses');
});
