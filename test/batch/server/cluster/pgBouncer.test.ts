import { expect, test } from 'vitest';
import { checkDatabase } from '../../../../batch/server/db/checkDatabase.js';
import { readDatabaseUrl } from '../../../../batch/server/db/databaseUrl.js';
import { readBlocks } from '../../../docs/blocks.js';
import { hasPgBouncer, throughPgBouncer } from '../../../postgres/pgBouncer.js';
import { testCluster, hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { cannotRun } from '../../../skips.js';
import { toEnv, folderWith } from '../../cli/rwaUnderTest.js';
import { employees, headings, hireRow } from '../../run/testRun.js';
import { signIn, startServing } from '../serveUnderTest.js';

const needed = 'PgBouncer or Postgres is missing: apt-get install pgbouncer postgresql.';

test('a web process and a worker assess a sheet through PgBouncer with the settings of docs/many-machines.md', async ({
  skip,
}) => {
  if (!hasPgBouncer || !hasPostgres) cannotRun(skip, needed);
  const [cluster, sandbox] = [await testCluster(), await startTestSandbox()];
  const [block] = readBlocks('docs/many-machines.md').filter(
    ({ triedBy }) => triedBy === 'machines-pgbouncer',
  );
  const [mode, ...further] = block?.text.split('\n') ?? [];
  expect(mode).toBe('pool_mode = session');
  const database = await cluster.createDatabase();
  const url = await throughPgBouncer(database, 'session', further.join('\n'));
  const env = { ...toEnv(sandbox), RWA_DATABASE_URL: url };
  const startProcess = async (name: 'serve' | 'worker') =>
    startServing(await folderWith(), [name, '--port', '0', '--json'], env);
  const web = await startProcess('serve');
  await startProcess('worker');
  const server = await signIn(web);
  const sheet = [headings, ...employees(12).map(hireRow), ''].join('\r\n');
  const { id } = await server.upload('hires.csv', sheet);
  expect(await server.runToEnd(id)).toMatchObject({
    run: { state: 'ended' },
    counts: { Scored: 12 },
  });
  expect((await sandbox.readLedger()).assessments).toHaveLength(12);
  expect(await server.stop()).toBe(0);
});

test.for(['transaction', 'statement'] as const)(
  'PgBouncer in %s mode is refused at the start',
  async (poolMode, { skip }) => {
    if (!hasPgBouncer || !hasPostgres) cannotRun(skip, needed);
    const cluster = await testCluster();
    const url = await throughPgBouncer(await cluster.createDatabase(), poolMode);
    await expect(checkDatabase(readDatabaseUrl(url))).rejects.toThrow(
      'Set pool_mode = session for this database in PgBouncer, or use the URL of Postgres itself.',
    );
    await expect(
      checkDatabase(readDatabaseUrl(`${url}?options=-c%20work_mem%3D8MB`)),
    ).rejects.toThrow('refuses a parameter of the URL');
  },
);
