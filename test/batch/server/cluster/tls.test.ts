import { expect, test } from 'vitest';
import { checkDatabase } from '../../../../batch/server/db/checkDatabase.js';
import { readDatabaseUrl } from '../../../../batch/server/db/databaseUrl.js';
import { clusterOfTest, hasPostgres } from '../../../postgres/postgresUnderTest.js';

const check = (url: string) => checkDatabase(readDatabaseUrl(url));

test.runIf(hasPostgres)(
  'Postgres is used with TLS only if its certificate is trusted and names its host',
  async () => {
    const { urlOf, caFile = '' } = await clusterOfTest({ hasTls: true });
    const url = `${urlOf('postgres')}?sslmode=verify-full`;
    const withCa = `${url}&sslrootcert=${caFile}`;
    await expect(check(withCa)).resolves.toBeUndefined();
    await expect(check(url)).rejects.toThrow('add sslrootcert=FILE to the URL');
    // Another name of the same address.
    await expect(check(withCa.replace('127.0.0.1', '127.1'))).rejects.toThrow(
      'is for another host. Use a name in the URL that the certificate contains.',
    );
  },
);
