import { expect, test } from 'vitest';
import { openStore } from '../../../../batch/server/store/database.js';
import { latestRun } from '../../../../batch/server/store/latestRun.js';
import { queueRun } from '../../../../batch/server/store/runStore.js';
import { pauseIfRestored } from '../../../../batch/server/machines/restored.js';
import { SharedDatabase } from '../../../../batch/server/machines/sharedDatabase.js';
import { clusterOfTest, hasPostgres } from '../../../postgres/postgresUnderTest.js';

test.runIf(hasPostgres)(
  'a run of a restored database waits until a person has looked; after a crash of Postgres it goes on',
  async ({ onTestFinished }) => {
    const cluster = await clusterOfTest();
    const url = await cluster.createDatabase();
    const store = openStore(url);
    const order = { operation: 'assess' } as const;
    queueRun(store, 'sheet', order, { by: 'me', at: '2026-11-25T12:00:00.000Z' });
    const database = new SharedDatabase(url);
    expect(await pauseIfRestored(database)).toBe(false);
    await cluster.restart();
    expect(await pauseIfRestored(database)).toBe(false);
    expect(latestRun(store, 'sheet')?.state).toBe('queued');
    store.close();
    await database.close();

    // As a dump that was restored.
    const copy = await cluster.copyDatabase(url);
    const restored = new SharedDatabase(copy);
    const itsStore = openStore(copy);
    onTestFinished(async () => {
      await restored.close();
      itsStore.close();
    });
    expect(await pauseIfRestored(restored)).toBe(true);
    expect(latestRun(itsStore, 'sheet')).toMatchObject({
      state: 'paused',
      said: [expect.stringContaining('restored')],
    });
    expect(await pauseIfRestored(restored)).toBe(false);
  },
);
