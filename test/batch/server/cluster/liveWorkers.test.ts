import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createHealthQuery } from '../../../../batch/server/cluster/healthStore.js';
import {
  createLiveWorkersGauge,
  startHeartbeat,
} from '../../../../batch/server/cluster/liveWorkers.js';
import { runFailures } from '../../../../batch/server/words/runFailures.js';
import { hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { TestScheduler } from './testScheduler.js';

describe.skipIf(!hasPostgres)('the number of live workers', () => {
  test('makes a run show a message while it is 0, and lets the run continue as soon as a worker starts', async () => {
    const scheduled = await TestScheduler.on(await startTestSandbox());
    const { machines, work } = scheduled;
    const sheet = await machines.addSheet(['E-1', 'SANDBOX-ALWAYS-PENDING']);
    const run = await scheduled.start(sheet);
    await expect
      .poll(async () => (await machines.readLatestRun(sheet)).messages)
      .toEqual([runFailures.noWorker]);
    expect((await machines.readLatestRun(sheet)).state).toBe('running');
    await scheduled.startWorker();
    await expect.poll(async () => (await machines.readLatestRun(sheet)).messages).toEqual([]);
    await expect.poll(() => machines.readStatuses(sheet, 2)).toEqual(['Scored', 'Pending']);
    await work.halt(run, 'stopped');
  });

  test('excludes a worker that ends during a heartbeat', async () => {
    const { machines } = await TestScheduler.on(await startTestSandbox());
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
    });
    const stop = await startHeartbeat(machines.store);
    await machines.ask(`
      CREATE FUNCTION slow_beat() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_sleep(1); RETURN NEW; END $$`);
    await machines.ask(
      'CREATE TRIGGER slow_beat BEFORE INSERT ON worker FOR EACH ROW EXECUTE FUNCTION slow_beat()',
    );
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    await stop();
    await sleep(1_500);
    expect(await machines.ask('SELECT id FROM worker')).toEqual([]);
  });

  test('excludes a worker while the database refuses the statements of its queue', async () => {
    const { machines } = await TestScheduler.on(await startTestSandbox());
    const queue = { isRefused: true };
    const stop = await startHeartbeat(machines.store, queue);
    expect(await machines.ask('SELECT id FROM worker')).toEqual([]);
    queue.isRefused = false;
    const readWorkers = () => machines.ask('SELECT id FROM worker');
    await expect.poll(readWorkers).toHaveLength(1);
    await stop();
  });

  test('excludes a worker as soon as it has ended, and one whose last heartbeat is a minute old', async () => {
    const { machines } = await TestScheduler.on(await startTestSandbox());
    const readCount = async () =>
      (await createLiveWorkersGauge(createHealthQuery(machines.store)).read())[0]?.value;
    const stops = [await startHeartbeat(machines.store), await startHeartbeat(machines.store)];
    expect(await readCount()).toBe(2);
    await stops[0]?.();
    expect(await readCount()).toBe(1);
    await machines.ask("UPDATE worker SET heard_at = now() - interval '1 minute'");
    expect(await readCount()).toBe(0);
    await stops[1]?.();
  });
});
