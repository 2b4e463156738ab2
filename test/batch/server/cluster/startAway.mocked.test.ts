import { describe, expect, test, vi } from 'vitest';
import { readDatabaseUrl } from '../../../../batch/server/db/databaseUrl.js';
import { ServeError } from '../../../../batch/server/serveError.js';
import { testFaultyProxy } from '../../../postgres/faultyProxy.js';
import { testDatabase, hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { testLog } from '../testLog.js';
import { testServer, testWorker } from './testServer.js';

vi.mock('../../../../batch/server/threads/workThread.js', () => import('./idleThread.js'));

const startProcess = {
  worker: (url: string) => testWorker(url),
  'web process': (url: string) => testServer(url),
};

describe.skipIf(!hasPostgres)('a database that becomes unreachable while a process starts', () => {
  test.for<[name: keyof typeof startProcess, at: string]>([
    ['worker', 'insert into "shared_limit"'],
    ['worker', 'rwa_queue'],
    ['web process', 'insert into "shared_limit"'],
  ])(
    'is named in the error of a %s that loses its connection at a statement with %s',
    async ([name, at]) => {
      testLog();
      const proxy = await testFaultyProxy(await testDatabase(), { awayAt: at });
      const error = await startProcess[name](proxy.url).then(
        () => undefined,
        (thrown: unknown) => thrown,
      );
      expect(error).toBeInstanceOf(ServeError);
      const { message } = error as Error;
      expect(message).toContain(readDatabaseUrl(proxy.url).shown);
      expect(message).toMatch(/was cut|Nothing answers/);
    },
  );
});
