import { hostname } from 'node:os';
import { describe, expect, test } from 'vitest';
import { hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { SandboxUnderTest, sandboxOfTest } from '../../../sandbox/sandboxUnderTest.js';
import { employees } from '../../run/runOfTest.js';
import { ConductedOfTest } from './conductedOfTest.js';
import { MachinesOfTest, portsOfTest } from './machinesOfTest.js';

/** The same service at a port where nobody answers. */
function nobody({ sandbox }: SandboxUnderTest): SandboxUnderTest {
  const url = new URL(sandbox.baseUrl);
  url.port = '9';
  return new SandboxUnderTest({ ...sandbox, baseUrl: url.href });
}

describe.skipIf(!hasPostgres)('a run on many machines', () => {
  test('waits for a service that is away, says so, and goes on when it is back', async () => {
    const sandbox = await sandboxOfTest();
    const machines = await MachinesOfTest.on(sandbox);
    const sheet = await machines.addSheet(employees(12));
    const { run, slices } = await machines.begin(sheet);
    const [id = ''] = slices;
    const { queue } = machines.ports;
    await machines.work(id, await portsOfTest(machines.url, nobody(sandbox), { queue }));
    const [slice] = await machines.ask('SELECT state, failures, holder FROM slice');
    expect(slice).toEqual({ state: 'open', failures: 1, holder: null });
    const [again] = queue.giveOut();
    expect(again?.slice).toBe(id);
    expect(again?.inSeconds).toBeGreaterThanOrEqual(2);
    expect(again?.inSeconds).toBeLessThanOrEqual(4);
    expect((await machines.latest(sheet)).state).toBe('running');
    expect((await machines.latest(sheet)).said.join()).toMatch(/^10 consecutive rows have failed/);

    expect(await machines.creates()).toBe(0);
    await machines.workAll([id], [await machines.worker()]);
    expect((await machines.latest(sheet)).said).toEqual([]);
    await machines.end(run);
    expect(await machines.latest(sheet)).toMatchObject({
      state: 'ended',
      said: [],
      rows: 12,
      done: 12,
    });
    expect(await machines.creates()).toBe(12);
  });

  test('fails when the service answers, but ten answers in a row are lost', async () => {
    const sandbox = await sandboxOfTest();
    await sandbox.control('POST faults', { operation: 'rwa_create', fault: 'reset-after-commit' });
    const conducted = await ConductedOfTest.on(sandbox);
    const { machines } = conducted;
    await conducted.startWorker();
    const sheet = await machines.addSheet(employees(30));
    await conducted.start(sheet);
    const { said } = await conducted.until(sheet, 'failed');
    expect(said.join()).toMatch(/^10 consecutive rows have failed/);
    const statuses = await machines.statuses(sheet, 30);
    const lost = statuses.filter((status) => status === 'Unconfirmed');
    expect(lost.length).toBeGreaterThanOrEqual(10);
    expect(lost.length).toBeLessThan(20);
    expect(await machines.creates()).toBe(lost.length);
    const [outside] = await machines.ask('SELECT said_outside FROM run');
    expect(JSON.parse(outside?.said_outside as string)).toHaveLength(said.length);
  });

  test('fails when the service refuses the token, and says that', async () => {
    const conducted = await ConductedOfTest.on(await sandboxOfTest());
    const { machines } = conducted;
    await conducted.startWorker({ token: 'another-token' });
    const sheet = await machines.addSheet(['E-1', 'E-2']);
    await conducted.start(sheet);
    const { said } = await conducted.until(sheet, 'failed');
    expect(said.join()).toContain('token');
    expect(said.at(-1)).toContain(`the worker on ${hostname()};`);
    expect(await machines.statuses(sheet, 2)).toEqual(['Not sent', 'Not sent']);
    expect(await machines.creates()).toBe(0);
  });
});
