import { cp, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockFolder } from '../../../../batch/server/folder/workFolder.js';
import { type Cluster, startPostgres } from '../../../postgres/server.mjs';
import { hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { type SandboxUnderTest, startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { type Environment, toEnv, folderWith, rwa } from '../../cli/rwaUnderTest.js';
import { employees, headings, hireRow } from '../../run/testRun.js';
import {
  dataFolder,
  serve,
  type ServerUnderTest,
  signIn,
  startServing,
} from '../serveUnderTest.js';

const createSheet = (ids: readonly string[]): string =>
  [headings, ...ids.map(hireRow), ''].join('\r\n');

let postgres: Cluster;

async function queryDatabase(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

const move = (folder: string, url: string) =>
  rwa(folder, ['serve', 'move', '--from', 'data', '--to', url]);

async function startProcess(url: string, args: readonly string[], env: Environment) {
  const allArgs = [...args, '--port', '0', '--json'];
  return startServing(await folderWith(), allArgs, { ...env, RWA_DATABASE_URL: url });
}

async function startWebProcessOn(url: string, env: Environment): Promise<ServerUnderTest> {
  return signIn(await startProcess(url, ['serve', '--new-link'], env));
}

async function startWorkerOn(url: string, env: Environment): Promise<void> {
  await startProcess(url, ['worker'], env);
}

/** Prepares a folder with a finished sheet that has an unconfirmed row, and a sheet with a paused run. */
async function createUsedFolder(): Promise<{
  folder: string;
  sandbox: SandboxUnderTest;
  finished: string;
  paused: string;
  rows: readonly unknown[];
}> {
  const [folder, sandbox] = [await folderWith(), await startTestSandbox({ latencyMs: 50 })];
  const server = await serve(folder, toEnv(sandbox));
  await server.json('PUT', '/api/operations/limits', { perSecond: 50, concurrency: 4 });
  await sandbox.control('POST faults', { operation: 'rwa_create', fault: 'html-200', times: 1 });
  const finished = (await server.upload('finished.csv', createSheet(employees(8)))).id;
  await server.runToEnd(finished);
  const others = employees(60).map((id) => `P${id}`);
  const paused = (await server.upload('paused.csv', createSheet(others))).id;
  await server.start(paused);
  await expect
    .poll(async () => (await sandbox.readLedger()).assessments.length)
    .toBeGreaterThan(12);
  await server.json('POST', `/api/sheets/${paused}/run/pause`);
  await expect.poll(async () => (await server.sheet(paused)).run?.state).toBe('paused');
  const rows = await server.rows(finished);
  await server.stop();
  return { folder, sandbox, finished, paused, rows };
}

describe.runIf(hasPostgres)('rwa serve move', () => {
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  it('moves rows, unconfirmed requests and a paused run, which can be resumed', async () => {
    const { folder, sandbox, finished, paused, rows } = await createUsedFolder();
    const url = await postgres.createDatabase();
    const moved = await move(folder, url);
    expect([moved.code, moved.err]).toEqual([0, '']);
    expect(moved.out).toMatch(
      /2 sheets, 2 files, 68 rows, \d+ journal entries, 2 runs, 1 unconfirmed row, /,
    );

    expect(
      await queryDatabase(url, 'SELECT per_second, concurrency FROM rwa.shared_limit'),
    ).toEqual([{ per_second: 50, concurrency: 4 }]);
    const env = toEnv(sandbox);
    const webProcess = await startWebProcessOn(url, env);
    expect(await webProcess.rows(finished)).toEqual(rows);
    expect(rows).toContainEqual(expect.objectContaining({ status: 'Unconfirmed' }));
    const unconfirmed = await webProcess.json<{ rows: unknown[] }>(
      'GET',
      `/api/sheets/${finished}/unconfirmed`,
    );
    expect(JSON.stringify(unconfirmed)).toContain('E-');
    const { text } = await webProcess.ask('GET', `/api/sheets/${finished}/downloads/workbook`);
    expect(text).toContain('Employee ID');
    const log = await webProcess.json<{ entries: { id: number }[] }>('GET', '/api/log');
    const ids = log.entries.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));

    await startWorkerOn(url, env);
    await webProcess.json('POST', `/api/sheets/${paused}/run/resume`);
    expect(await webProcess.ended(paused)).toMatchObject({
      run: { state: 'ended' },
      counts: { Scored: 60 },
    });
    const sent = (await sandbox.readLedger()).assessments.map(({ employeeId }) => employeeId);
    expect(sent).toHaveLength(new Set(sent).size);
    // The service has no assessment for the unconfirmed row.
    expect(sent).toHaveLength(67);
  });

  it('marks the folder as moved, and can be repeated until the database is used', async () => {
    const folder = await folderWith();
    const server = await serve(folder);
    await server.upload('hires.csv', createSheet(employees(3)));
    await server.stop();
    const url = await postgres.createDatabase();
    const moved = await rwa(folder, ['serve', 'move', '--json', '--from', 'data', '--to', url]);
    expect(moved.code).toBe(0);
    expect(JSON.parse(moved.out)).toMatchObject({ files: 1, rows: { row: 3 } });
    const again = await rwa(folder, ['serve', '--port', '0', '--data', 'data']);
    expect(again).toMatchObject({ code: 2, out: '' });
    expect(again.err).toContain('was moved to postgres://rwa@127.0.0.1:');
    expect((await move(folder, url)).code).toBe(0);
    expect(await queryDatabase(url, 'SELECT count(*)::int AS n FROM rwa.sheet')).toEqual([
      { n: 1 },
    ]);

    // A move into another database is refused, because rows may have been sent from the first one.
    const other = await move(folder, await postgres.createDatabase());
    expect([other.code, other.err]).toEqual([2, expect.stringContaining('was moved to')]);

    await startWebProcessOn(url, toEnv(await startTestSandbox()));
    const afterUse = await move(folder, url);
    expect([afterUse.code, afterUse.err]).toEqual([2, expect.stringContaining('was in use since')]);
    expect(afterUse.err).toContain('Nothing was changed. Continue with this database.');
    expect(afterUse.err).not.toContain('empty database');
  });

  it('lets the folder be used again, as the refusal of rwa serve advises, if the database was never used', async () => {
    const [folder, sandbox] = [await folderWith(), await startTestSandbox()];
    const server = await serve(folder, toEnv(sandbox));
    const { id } = await server.upload('hires.csv', createSheet(employees(2)));
    await server.stop();
    const url = await postgres.createDatabase();
    expect((await move(folder, url)).code).toBe(0);
    const refused = await rwa(folder, ['serve', '--port', '0', '--data', 'data'], toEnv(sandbox));
    expect(refused.err).toContain('you can use the folder again: delete');
    await rm(join(dataFolder(folder), 'moved.json'));
    const again = await serve(folder, toEnv(sandbox));
    await again.runToEnd(id);
    await again.stop();
    // The refusal also advises moving the folder again before the database is used.
    expect((await move(folder, url)).code).toBe(0);
    const webProcess = await startWebProcessOn(url, toEnv(sandbox));
    await startWorkerOn(url, toEnv(sandbox));
    expect((await webProcess.runToEnd(id)).counts).toEqual({ Scored: 2 });
    expect((await sandbox.readLedger()).requests.rwa_create).toBe(2);
  });

  it('moves the folder into an empty database, as its refusal of a database with other data advises', async () => {
    const [folder, sandbox] = [await folderWith(), await startTestSandbox()];
    const other = await folderWith();
    const server = await serve(other, toEnv(sandbox));
    await server.stop();
    const url = await postgres.createDatabase();
    expect((await move(other, url)).code).toBe(0);
    await startWebProcessOn(url, toEnv(sandbox));
    const newServer = await serve(folder, toEnv(sandbox));
    const { id } = await newServer.upload('hires.csv', createSheet(employees(2)));
    await newServer.stop();
    const refused = await move(folder, url);
    expect(refused.err).toContain(
      'Move the folder into an empty database, or continue with this one',
    );
    const empty = await postgres.createDatabase();
    expect((await move(folder, empty)).code).toBe(0);
    expect((await (await startWebProcessOn(empty, toEnv(sandbox))).sheet(id)).stage).toBe('check');
  });

  it('marks the moved sheets as restored if their folder was restored from a backup', async () => {
    const [folder, sandbox] = [await folderWith(), await startTestSandbox()];
    const server = await serve(folder, toEnv(sandbox));
    const { id } = await server.upload('hires.csv', createSheet(employees(3)));
    await server.stop();
    await cp(dataFolder(folder), join(folder, 'backup'), { recursive: true });
    await rm(dataFolder(folder), { recursive: true });
    await rename(join(folder, 'backup'), dataFolder(folder));
    const url = await postgres.createDatabase();
    expect((await move(folder, url)).code).toBe(0);
    const webProcess = await startWebProcessOn(url, toEnv(sandbox));
    expect((await webProcess.sheet(id)).restored?.message).toContain('restored from a backup');
  });

  it('refuses a folder that is in use, a folder without data, and a database with other data', async () => {
    const folder = await folderWith();
    const url = await postgres.createDatabase();
    const withoutData = await move(folder, url);
    expect([withoutData.code, withoutData.err]).toEqual([
      2,
      expect.stringContaining('There is no data of'),
    ]);
    await expect(stat(dataFolder(folder))).rejects.toThrow();
    const server = await serve(folder);
    const whileServing = await move(folder, url);
    expect([whileServing.code, whileServing.err]).toEqual([
      2,
      expect.stringContaining('Another rwa serve is using'),
    ]);
    await server.stop();
    const used = await postgres.createDatabase();
    await startWebProcessOn(used, toEnv(await startTestSandbox()));
    const other = await move(folder, used);
    expect([other.code, other.err]).toEqual([2, expect.stringContaining('is not empty')]);
    // The refused moves left no lock on the folder.
    lockFolder(dataFolder(folder)).release();
  });

  it('refuses a folder with scores from the embedded sandbox', async () => {
    const folder = await folderWith();
    const server = await serve(folder);
    const { id } = await server.upload('hires.csv', createSheet(employees(1)));
    await server.runToEnd(id);
    await server.stop();
    const { code, err } = await move(folder, await postgres.createDatabase());
    expect([code, err]).toEqual([2, expect.stringContaining('made-up scores')]);
  });

  it('leaves the database unusable after an interruption, until the move is repeated', async () => {
    const folder = await folderWith();
    const server = await serve(folder);
    const { id } = await server.upload('hires.csv', createSheet(employees(3)));
    await server.stop();
    const url = await postgres.createDatabase();
    expect((await move(folder, url)).code).toBe(0);
    await rm(join(dataFolder(folder), 'moved.json'));
    await queryDatabase(
      url,
      `UPDATE rwa.setting SET value = replace(value, '"isComplete":true', '"isComplete":false');
       DELETE FROM rwa.row`,
    );
    const env = toEnv(await startTestSandbox());
    for (const name of ['serve', 'worker']) {
      const args = [name, '--port', '0'];
      const { code, err } = await rwa(folder, args, { ...env, RWA_DATABASE_URL: url });
      expect([code, err]).toEqual([
        2,
        expect.stringContaining('Run the same rwa serve move again.'),
      ]);
    }
    expect((await move(folder, url)).code).toBe(0);
    expect(await (await startWebProcessOn(url, env)).rows(id)).toHaveLength(3);
  });
});
