import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { testFaultyProxy } from '../../../postgres/faultyProxy.js';
import { hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { employees } from '../../run/testRun.js';
import { testLog } from '../testLog.js';
import { TestMachines, testPorts } from './testMachines.js';

test.runIf(hasPostgres)(
  'answers that the service sends during an outage of the database are recorded after the outage',
  async () => {
    testLog();
    const machines = await TestMachines.on(await startTestSandbox({ latencyMs: 2_500 }));
    const sheet = await machines.addSheet(employees(5));
    const { job } = await machines.beginOne(sheet);
    const proxy = await testFaultyProxy(machines.url);
    // Only the worker loses the database, because only the worker connects through the proxy.
    const worker = await testPorts(proxy.url, machines.sandbox, { timeoutMs: 3_000 });
    const work = machines.work(job, worker);
    const countFacts = async (fact: string) =>
      (await machines.readFacts(sheet)).filter((stored) => stored.fact === fact).length;
    await expect.poll(() => countFacts('intent')).toBe(5);
    proxy.leave();
    await delay(10_000);
    await proxy.comeBack();
    await work;
    expect(await countFacts('created')).toBe(5);
    expect(await machines.countCreates()).toBe(5);
  },
);
