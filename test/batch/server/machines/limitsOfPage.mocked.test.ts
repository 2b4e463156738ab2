import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { LimitsConnection } from '../../../../batch/server/machines/limits/limitsConnection.js';
import {
  agreeOnLimits,
  readLimits,
} from '../../../../batch/server/machines/limits/agreeOnLimits.js';
import { machinePorts, plannedLimits } from '../../../../batch/server/machines/machinePorts.js';
import { SliceQueue } from '../../../../batch/server/machines/queue.js';
import { openStore } from '../../../../batch/server/store/database.js';
import type { WorkThreadOptions } from '../../../../batch/server/work/workThread.js';
import { databaseOfTest, hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { folderOfTest } from '../../folderOfTest.js';
import { askingOfTest } from './machinesOfTest.js';
import { serverOfTest } from './serverOfTest.js';

const started = vi.hoisted<{ threads: WorkThreadOptions[] }>(() => ({ threads: [] }));

vi.mock('../../../../batch/server/work/workThread.js', async () => {
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

describe.skipIf(!hasPostgres)('the limits of a page', () => {
  test('are set at its start, and not again when its thread of the runs starts anew', async () => {
    const url = await databaseOfTest();
    await serverOfTest(url, { rate: 50, concurrency: 8 });
    const connection = new LimitsConnection({ url, setUp: [] });
    onTestFinished(() => connection.close());
    const first = { perSecond: 50, burst: 1, concurrency: 8 };
    const changed = { perSecond: 10, burst: 1, concurrency: 8 };
    expect(await readLimits(connection)).toEqual(first);
    await agreeOnLimits(connection, { perSecond: 10 });
    const data = started.threads.at(-1)?.data;
    if (data?.machines === undefined) return expect.fail('There is no thread of the runs.');
    const { service, connection: to, machines } = data;
    const store = openStore(url, folderOfTest());
    const portsOf = async (isSending: boolean) => {
      const tell = () => undefined;
      const about = { store, service, connection: to, tell, isSending };
      const ports = await machinePorts({ ...about, ...machines });
      onTestFinished(() => ports.close());
      return ports;
    };
    onTestFinished(() => {
      store.close();
    });
    const { limits } = await portsOf(true);
    expect(await readLimits(connection)).toEqual(changed);
    expect(limits.concurrency).toBe(8);
    // By these a plan says how long a run takes.
    const planned = await plannedLimits(await portsOf(false));
    expect(planned).toMatchObject({ concurrency: 8, spacingMs: 100 });
  });

  test('show in its metrics how long requests have waited for them, and how old the queue is', async () => {
    const url = await databaseOfTest();
    const { health = '' } = await serverOfTest(url);
    const queue = await SliceQueue.open(url, { isWorker: false });
    onTestFinished(() => queue.close());
    const { ask } = askingOfTest(url);
    await queue.send(ask, [{ slice: 'one' }]);
    await ask("UPDATE rwa_queue.job SET start_after = now() - interval '90 seconds'");
    started.threads.at(-1)?.measure?.({ waitedMs: 40 });
    const metrics = await (await fetch(`${health}/metrics`)).text();
    expect(metrics).toContain('\nrwa_limiter_wait_seconds_count 1\n');
    expect(metrics).toMatch(/\nrwa_queue_age_seconds 9\d/);
  });
});
