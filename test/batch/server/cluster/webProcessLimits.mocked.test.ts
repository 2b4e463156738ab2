import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openStore } from '../../../../batch/server/db/open.js';
import { readLimits, upsertLimits } from '../../../../batch/server/cluster/limits/sharedLimits.js';
import {
  createMachinePorts,
  readLimitsForPlan,
} from '../../../../batch/server/cluster/machinePorts.js';
import { sliceSender } from '../../../../batch/server/cluster/queue.js';
import type { WorkThreadOptions } from '../../../../batch/server/threads/workThread.js';
import { testDatabase, hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { testFolder } from '../../testFolder.js';
import { createAsk, testStore } from './testMachines.js';
import { testServer } from './testServer.js';

const started = vi.hoisted<{ threads: WorkThreadOptions[] }>(() => ({ threads: [] }));

vi.mock('../../../../batch/server/threads/workThread.js', async () => {
  const idle = await import('./idleThread.js');
  return {
    WorkThread: class extends idle.WorkThread {
      constructor(options: WorkThreadOptions) {
        super();
        started.threads.push(options);
      }
    },
  };
});

describe.skipIf(!hasPostgres)('the limits of a web process', () => {
  test('are stored when the process starts, but not when the thread of its runs restarts', async () => {
    const url = await testDatabase();
    await testServer(url, { perSecond: 50, concurrency: 8 });
    const other = await testStore(url);
    const initial = { perSecond: 50, concurrency: 8 };
    const changed = { perSecond: 10, concurrency: 8 };
    expect(await readLimits(other)).toEqual(initial);
    await upsertLimits(other, { perSecond: 10 });
    const data = started.threads.at(-1)?.data;
    if (data?.machines === undefined) return expect.fail('There is no thread of the runs.');
    const { service, connection, machines } = data;
    const store = await openStore(url, testFolder());
    const openPorts = async (isSending: boolean) => {
      const publish = () => undefined;
      const base = { store, service, connection, publish, isSending };
      const ports = await createMachinePorts({ ...base, ...machines });
      onTestFinished(() => ports.close());
      return ports;
    };
    onTestFinished(() => store.close());
    const { limits } = await openPorts(true);
    expect(await readLimits(other)).toEqual(changed);
    expect(limits.concurrency).toBe(8);
    // A plan estimates the duration of a run from the limits in the database.
    const planned = await readLimitsForPlan(await openPorts(false));
    expect(planned).toMatchObject({ concurrency: 8, spacingMs: 100 });
  });

  test('cause waits, which the metrics of the process contain beside the age of the queue', async () => {
    const url = await testDatabase();
    const { health = '' } = await testServer(url);
    const store = await testStore(url);
    await sliceSender.send(store, [{ id: randomUUID() }]);
    await createAsk(store)("UPDATE rwa_queue.job SET start_after = now() - interval '90 seconds'");
    started.threads.at(-1)?.measure?.({ waited: 'limiter', ms: 40 });
    const metrics = await (await fetch(`${health}/metrics`)).text();
    expect(metrics).toContain('\nrwa_limiter_wait_seconds_count 1\n');
    expect(metrics).toMatch(/\nrwa_queue_age_seconds 9\d/);
  });
});
