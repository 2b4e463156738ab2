import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '../../../../batch/server/db/open.js';
import { createHealthQuery } from '../../../../batch/server/cluster/healthStore.js';
import { createDatabaseCheck } from '../../../../batch/server/cluster/readiness.js';
import { testFaultyProxy } from '../../../postgres/faultyProxy.js';
import { testDatabase, hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { testLog } from '../testLog.js';
import { testServer, testWorker } from './testServer.js';

vi.mock('../../../../batch/server/threads/workThread.js', () => import('./idleThread.js'));

const startProcess = {
  worker: async (url: string) => (await testWorker(url)).url,
  'web process': async (url: string) => (await testServer(url)).health ?? '',
};

async function measureAnswers(url: string) {
  const paths = ['readyz', 'metrics', 'healthz'];
  const answers = await Promise.all(
    paths.map(async (path) => {
      const startMs = performance.now();
      const response = await fetch(`${url}/${path}`);
      const text = await response.text();
      return [path, { status: response.status, text, ms: performance.now() - startMs }] as const;
    }),
  );
  return Object.fromEntries(answers);
}

test.runIf(hasPostgres)('the database check reports a silent database within 3 s', async () => {
  const silent = await testFaultyProxy(await testDatabase());
  const store = await openStore(silent.url);
  onTestFinished(() => store.close());
  silent.silence();
  const startMs = performance.now();
  expect(await createDatabaseCheck(createHealthQuery(store))()).toBe(
    'The database does not answer.',
  );
  expect(performance.now() - startMs).toBeLessThan(3_000);
});

describe.skipIf(!hasPostgres)('while the database is unreachable', () => {
  test.for(['worker', 'web process'] as const)(
    'a %s still answers health requests, but soon reports that it is not ready',
    async (name) => {
      testLog();
      const away = await testFaultyProxy(await testDatabase());
      const url = await startProcess[name](away.url);
      const before = await measureAnswers(url);
      expect([before.healthz?.status, before.readyz?.status]).toEqual([200, 200]);
      expect(before.metrics?.text).toContain('\nrwa_unconfirmed 0\n');
      expect(before.metrics?.text).toContain('\nrwa_runs{state="running"} 0\n');
      away.leave();
      await expect.poll(async () => (await measureAnswers(url)).readyz?.status).toBe(503);
      const during = await measureAnswers(url);
      expect(during.readyz?.text).toBe('The database does not answer.\n');
      expect(during.metrics?.text).toContain('rwa_process_info');
      expect(during.healthz).toMatchObject({ status: 200 });
      expect(during.healthz?.ms).toBeLessThan(1_000);
      for (const { ms } of Object.values(during)) expect(ms).toBeLessThan(3_000);
      await away.comeBack();
      await expect.poll(async () => (await measureAnswers(url)).readyz?.status).toBe(200);
    },
  );
});
