import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { createAwayRelease } from '../../../../batch/server/cluster/workOnSlice.js';
import { workerProcesses } from '../../../../batch/server/cluster/workerProcesses.js';
import { hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { SandboxUnderTest, startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { employees } from '../../run/testRun.js';
import { testLog } from '../testLog.js';
import { TestScheduler } from './testScheduler.js';
import { testWorker } from './testServer.js';
import { createConnection, TestMachines, testPorts } from './testMachines.js';

/** Returns the same service at a port where nothing answers. */
function moveToUnusedPort({ sandbox }: SandboxUnderTest): SandboxUnderTest {
  const url = new URL(sandbox.baseUrl);
  url.port = '9';
  return new SandboxUnderTest({ ...sandbox, baseUrl: url.href });
}

test('a slice waits for the service for a random time of at most a minute', () => {
  const createReleases = (failures: number) =>
    [0, 0.5].map((random) => createAwayRelease({ random: () => random }, failures));
  expect(createReleases(0)).toMatchObject([{ inSeconds: 1 }, { inSeconds: 1.5 }]);
  expect(createReleases(1)).toMatchObject([{ inSeconds: 2 }, { inSeconds: 3 }]);
  expect(createReleases(10)).toMatchObject([{ inSeconds: 30 }, { inSeconds: 45, failures: 11 }]);
});

describe.skipIf(!hasPostgres)('a run on many machines', () => {
  test('shows a message while the service is unreachable, and continues afterwards', async () => {
    const sandbox = await startTestSandbox();
    const machines = await TestMachines.on(sandbox);
    const sheet = await machines.addSheet(employees(12));
    const { run, job } = await machines.beginOne(sheet);
    await machines.work(job, await testPorts(machines.url, moveToUnusedPort(sandbox)));
    const [waiting] = await machines.ask(
      `SELECT data, round(extract(epoch FROM start_after - created_on)) AS seconds
       FROM rwa_queue.job JOIN slice USING (id) WHERE job.state = 'created' AND attempt IS NULL`,
    );
    expect(waiting?.data).toEqual({ failures: 1 });
    expect(Number(waiting?.seconds)).toBe(2);
    expect((await machines.readLatestRun(sheet)).state).toBe('running');
    expect((await machines.readLatestRun(sheet)).messages.join()).toMatch(
      /^10 consecutive rows have failed/,
    );

    expect(await machines.countCreates()).toBe(0);
    await machines.workAll(await machines.jobs.giveOut(), [await machines.openWorker()]);
    expect((await machines.readLatestRun(sheet)).messages).toEqual([]);
    await machines.end(run);
    expect(await machines.readLatestRun(sheet)).toMatchObject({
      state: 'ended',
      messages: [],
      rows: 12,
      done: 12,
    });
    expect(await machines.countCreates()).toBe(12);
  });

  test('fails when ten consecutive answers are lost, although the service is reachable', async () => {
    const sandbox = await startTestSandbox();
    await sandbox.control('POST faults', { operation: 'rwa_create', fault: 'reset-after-commit' });
    const scheduled = await TestScheduler.on(sandbox);
    const { machines } = scheduled;
    await scheduled.startWorker();
    const sheet = await machines.addSheet(employees(30));
    await scheduled.start(sheet);
    const { messages } = await scheduled.until(sheet, 'failed');
    expect(messages.join()).toMatch(/^10 consecutive rows have failed/);
    const statuses = await machines.readStatuses(sheet, 30);
    const lost = statuses.filter((status) => status === 'Unconfirmed');
    expect(lost.length).toBeGreaterThanOrEqual(10);
    expect(lost.length).toBeLessThan(20);
    expect(await machines.countCreates()).toBe(lost.length);
    const [outside] = await machines.ask('SELECT messages_outside FROM run');
    expect(JSON.parse(outside?.messages_outside as string)).toHaveLength(messages.length);
  });

  test('leaves its rows to other workers if the service refuses the token of one worker', async () => {
    const lines = testLog();
    const machines = await TestMachines.on(await startTestSandbox());
    const sheet = await machines.addSheet(['E-1', 'E-2']);
    const { run, job } = await machines.beginOne(sheet);
    await machines.work(job, await machines.openWorker({ token: 'another-token' }));
    const { state, messages } = await machines.readLatestRun(sheet);
    expect(state).toBe('running');
    expect(messages[0]).toContain('company token');
    expect(messages[1]).toContain(`This is about the worker on ${hostname()}, which leaves`);
    expect(lines).toMatchObject([
      {
        level: 'error',
        run,
        sheet,
        msg: expect.stringContaining('refuses this worker') as unknown,
      },
    ]);
    expect(await machines.readStatuses(sheet, 2)).toEqual(['Not sent', 'Not sent']);
    expect(await machines.countCreates()).toBe(0);
    await machines.workAll(await machines.jobs.giveOut());
    expect((await machines.readLatestRun(sheet)).messages).toEqual([]);
    expect(await machines.readStatuses(sheet, 2)).toEqual(['Scored', 'Scored']);
  });

  test('makes a worker unready after the service has refused the token of the worker', async () => {
    testLog();
    const sandbox = await startTestSandbox();
    const machines = await TestMachines.on(sandbox);
    const run = await machines.queue(await machines.addSheet(['E-1']));
    await machines.split(run);
    const connection = createConnection(sandbox.sandbox, 'another-token');
    const worker = await testWorker(machines.url, connection);
    const readReadiness = async () => (await fetch(`${worker.url}/readyz`)).text();
    await expect
      .poll(readReadiness)
      .toContain('The service refused the company token of this worker.');
    const status = await fetch(`${worker.url}/statusz`);
    expect(await status.json()).toMatchObject({ isTokenRefused: true });
    // The worker reports the refusal with its next heartbeat.
    const readWorkers = async () => (await workerProcesses.read(machines.store)).workers;
    await expect
      .poll(readWorkers, { timeout: 30_000 })
      .toMatchObject([{ state: 'live', isTokenRefused: true }]);
  });
});
