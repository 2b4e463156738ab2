import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { readLimits } from '../../../../batch/server/cluster/limits/sharedLimits.js';
import { startHeartbeat } from '../../../../batch/server/cluster/liveWorkers.js';
import { takeSlice } from '../../../../batch/server/cluster/slice.js';
import { workerProcesses } from '../../../../batch/server/cluster/workerProcesses.js';
import type { Operations } from '../../../../batch/server/contract/shapes.js';
import { hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { employees } from '../../run/testRun.js';
import { testAdministrator } from '../operations/testAdministrator.js';
import { TestScheduler } from './testScheduler.js';

/** Signs in an administrator to a web process of many machines. */
async function testOperations() {
  const scheduled = await TestScheduler.on(await startTestSandbox());
  const { machines, work, changes } = scheduled;
  const { store } = machines;
  const parts = { store, work, processes: workerProcesses, changes };
  return { scheduled, machines, ...(await testAdministrator(parts)) };
}

describe.skipIf(!hasPostgres)('the operations of many machines', () => {
  test('show for each worker the number of its slices, and whether it is live, silent or dead', async () => {
    const { machines, show } = await testOperations();
    const id = randomUUID();
    const stop = await startHeartbeat(machines.store, undefined, {
      id,
      setDraining: () => undefined,
    });
    const { job } = await machines.beginOne(await machines.addSheet(['E-1']));
    await takeSlice(machines.store, job, id);
    const worker = { id, host: hostname(), pid: process.pid, isDraining: false };
    expect(await show()).toMatchObject({
      activeRuns: 1,
      workers: [{ ...worker, state: 'live', inHand: 1 }],
      slices: { held: 1, waiting: 0, later: 0 },
      retries: [],
    });
    const states = [];
    for (const age of ['1 minute', '16 minutes']) {
      await machines.ask(`UPDATE worker SET heard_at = now() - interval '${age}'`);
      states.push((await show()).workers[0]?.state);
    }
    expect(states).toEqual(['silent', 'dead']);
    await machines.letDie(job);
    expect((await show()).workers[0]?.inHand).toBe(0);
    await stop();
  });

  test('show why slices are retried, and retry them at once on request', async () => {
    const { machines, show, change, listActions } = await testOperations();
    const [sheetOfDead, sheetOfError, sheetOfOutage] = [
      await machines.addSheet(['E-1']),
      await machines.addSheet(['E-2']),
      await machines.addSheet(['E-3']),
    ];
    const jobs = [];
    for (const sheet of [sheetOfDead, sheetOfError, sheetOfOutage])
      jobs.push((await machines.beginOne(sheet)).job);
    const [first, second, third] = jobs;
    if (first === undefined || second === undefined || third === undefined)
      return expect.fail('A slice is missing.');
    await machines.jobs.fail(first);
    await machines.jobs.fail(second, new Error('no room'));
    await machines.jobs.fail(third);
    await machines.ask(
      `UPDATE rwa_queue.job SET state = 'created', retry_count = 0, data = '{"failures":4}'
       WHERE id = $1`,
      third.id,
    );
    await machines.ask(
      'UPDATE run SET messages = $1 WHERE sheet = $2',
      '["It is away."]',
      sheetOfOutage,
    );
    await machines.ask("UPDATE rwa_queue.job SET start_after = now() + interval '1 hour'");
    const { retries, slices } = await show();
    const retriesBySheet = Object.fromEntries(
      retries.map(({ sheet, ...retry }) => [sheet.id, retry]),
    );
    const nextAt = expect.any(String) as string;
    expect(retriesBySheet).toEqual({
      [sheetOfDead]: { slices: 1, tries: 1, nextAt, why: 'The worker has ended or is frozen.' },
      [sheetOfError]: { slices: 1, tries: 1, nextAt, why: 'The work has failed: no room' },
      [sheetOfOutage]: { slices: 1, tries: 4, nextAt, why: 'It is away.' },
    });
    expect(slices).toEqual({ held: 0, waiting: 0, later: 3 });
    const after = (await (await change('POST', '/retries')).json()) as Operations;
    expect(after.slices).toEqual({ held: 0, waiting: 3, later: 0 });
    expect(after.retries.map((retry) => retry.nextAt)).toEqual([null, null, null]);
    expect(await listActions()).toContain('retried 3 waiting slices');
  });

  test('do not retry slices early if they only wait for scores', async () => {
    const { machines, show, change } = await testOperations();
    await machines.beginOne(await machines.addSheet(['E-1']));
    await machines.ask(
      "UPDATE rwa_queue.job SET state = 'created', start_after = now() + interval '1 hour'",
    );
    await change('POST', '/retries');
    expect(await show()).toMatchObject({ slices: { waiting: 0, later: 1 }, retries: [] });
  });

  test('change the limits of all processes and drain a worker, and log these changes', async () => {
    const { machines, show, change, listActions } = await testOperations();
    await change('PUT', '/limits', { perSecond: 40, concurrency: 8 });
    expect(await readLimits(machines.store)).toEqual({ perSecond: 40, concurrency: 8 });
    const stop = await startHeartbeat(machines.store);
    const id = (await show()).workers[0]?.id ?? '';
    const drained = (await (
      await change('PUT', `/workers/${id}`, { isDraining: true })
    ).json()) as Operations;
    expect(drained.workers).toMatchObject([{ id, isDraining: true }]);
    // Draining takes effect even before the next heartbeat of the worker.
    const { job } = await machines.beginOne(await machines.addSheet(['E-1']));
    expect(await takeSlice(machines.store, job, id)).toBe('busy');
    await change('PUT', `/workers/${id}`, { isDraining: false });
    expect(await takeSlice(machines.store, job, id)).toMatchObject({ id: job.id });
    expect((await change('PUT', '/workers/gone', { isDraining: true })).status).toBe(404);
    expect(await listActions()).toEqual(
      expect.arrayContaining([
        'set the limits to 8 requests at the same time, and 40 requests a second',
        `drained a worker on ${hostname()}`,
        `ended the draining of a worker on ${hostname()}`,
      ]),
    );
    await stop();
  });

  test('pause all runs without a further request, and resume them without sending a row twice', async () => {
    const { scheduled, machines, show, change } = await testOperations();
    await scheduled.startWorker();
    const sheets = [
      await machines.addSheet(employees(40)),
      await machines.addSheet(employees(40).map((id) => `B-${id}`)),
    ];
    // Slows the runs down, so that the pause begins before they end.
    await change('PUT', '/limits', { perSecond: 20, concurrency: 5 });
    for (const sheet of sheets) await scheduled.start(sheet);
    await expect.poll(() => machines.countCreates()).toBeGreaterThan(3);
    expect((await change('POST', '/pause')).status).toBe(200);
    await expect.poll(async () => (await show()).pause?.endingRuns).toBe(0);
    const sent = await machines.countCreates();
    expect(sent).toBeLessThan(80);
    expect(await show()).toMatchObject({
      activeRuns: 0,
      pause: { runs: 2 },
      slices: { held: 0, waiting: 0, later: 0 },
    });
    expect(await machines.countCreates()).toBe(sent);
    await change('PUT', '/limits', { perSecond: null, concurrency: 10 });
    expect((await change('POST', '/resume')).status).toBe(200);
    for (const sheet of sheets) await scheduled.until(sheet, 'ended');
    expect(await machines.countCreates()).toBe(80);
  });
});
