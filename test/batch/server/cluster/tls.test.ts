import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { checkDatabase } from '../../../../batch/server/db/checkDatabase.js';
import { readDatabaseUrl } from '../../../../batch/server/db/databaseUrl.js';
import { canRetry } from '../../../../batch/server/db/errors.js';
import { PostgresPool } from '../../../../batch/server/db/postgres.js';
import { testCluster, hasPostgres } from '../../../postgres/postgresUnderTest.js';

const check = (url: string) => checkDatabase(readDatabaseUrl(url));

test.runIf(hasPostgres)(
  'with sslmode=verify-full, Postgres is used only if its certificate is trusted and names its host',
  async () => {
    const { toUrl, caFile = '' } = await testCluster({ hasTls: true });
    const url = `${toUrl('postgres')}?sslmode=verify-full`;
    const withCa = `${url}&sslrootcert=${caFile}`;
    await expect(check(withCa)).resolves.toBeUndefined();
    await expect(check(url)).rejects.toThrow('to the URL: sslrootcert=FILE');
    // 127.1 is another name for the same address.
    await expect(check(withCa.replace('127.0.0.1', '127.1'))).rejects.toThrow(
      'is for another host. Use a name in the URL that the certificate contains.',
    );
  },
);

test('a connection that is lost during the TLS handshake can be retried', async () => {
  const server = createServer((socket) => {
    socket.once('data', () => {
      socket.write('S');
      socket.once('data', () => socket.destroy());
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const url = `postgres://rwa@127.0.0.1:${port}/rwa?sslmode=verify-full`;
  const pool = new PostgresPool({ url, connections: 1 });
  await expect(pool.connect(5_000)).rejects.toSatisfy(canRetry);
  await expect(check(url)).rejects.toThrow('was cut. Check that Postgres listens there');
});
