import { expect, test } from 'vitest';
import { openStore } from '../../../../batch/server/store/database.js';
import { latestRun } from '../../../../batch/server/store/latestRun.js';
import { dueSchedules, setSchedule } from '../../../../batch/server/store/scheduleStore.js';
import {
  addDecisions,
  decisionsOn,
  unfinishedDecisions,
} from '../../../../batch/server/store/decisionStore.js';
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

test.runIf(hasPostgres)(
  'what a dump would do again that is restored into its own database waits: runs, rounds of schedules, decisions',
  async ({ onTestFinished }) => {
    const cluster = await clusterOfTest();
    const url = await cluster.createDatabase();
    const before = openStore(url);
    const [by, at] = ['me', '2026-11-25T12:00:00.000Z'];
    queueRun(before, 'sheet', { operation: 'assess' }, { by, at });
    const schedule = {
      every: 'month',
      from: '2026-10-01',
      olderThanDays: 0,
      maxNew: null,
    } as const;
    setSchedule(before, 'scheduled', schedule, { nextAt: at, by });
    addDecisions(before, [
      {
        ...{
          id: 'decision',
          sheet: 'sheet',
          row: 2,
          assessmentId: '1x2',
          status: 'Manager Approved',
        },
        ...{ person: 'm', personField: 'managerId', note: '', by, at },
      },
    ]);
    const database = new SharedDatabase(url);
    expect(await pauseIfRestored(database)).toBe(false);
    expect(dueSchedules(before, at)).toHaveLength(1);
    await cluster.restoreInPlace(url, () => {
      before.close();
    });

    const restored = openStore(url);
    onTestFinished(async () => {
      await database.close();
      restored.close();
    });
    expect(await pauseIfRestored(database)).toBe(true);
    expect(latestRun(restored, 'sheet')?.state).toBe('paused');
    expect(latestRun(restored, 'scheduled')).toMatchObject({
      ...{ state: 'paused', operation: 'assess' },
      said: [expect.stringContaining('Look in the service')],
    });
    expect(dueSchedules(restored, at)).toEqual([]);
    expect(unfinishedDecisions(restored)).toEqual([]);
    expect(decisionsOn(restored, 'sheet', 2)).toMatchObject([{ state: 'failed' }]);
    expect(await pauseIfRestored(database)).toBe(false);
  },
);
