import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { faultyProxyOfTest } from '../../../postgres/faultyProxy.js';
import { hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { sandboxOfTest } from '../../../sandbox/sandboxUnderTest.js';
import { employees } from '../../run/runOfTest.js';
import { logOfTest } from '../logOfTest.js';
import { MachinesOfTest, portsOfTest } from './machinesOfTest.js';

test.runIf(hasPostgres)(
  'answers of the service during an outage of the database are recorded after it',
  async () => {
    logOfTest();
    const machines = await MachinesOfTest.on(await sandboxOfTest({ latencyMs: 2_500 }));
    const sheet = await machines.addSheet(employees(5));
    const { job } = await machines.beginOne(sheet);
    const way = await faultyProxyOfTest(machines.url);
    // As in production, the worker has another connection to the database.
    const worker = await portsOfTest(way.url, machines.sandbox, { timeoutMs: 3_000 });
    const work = machines.work(job, worker);
    const facts = async (fact: string) =>
      (await machines.facts(sheet)).filter((each) => each.fact === fact).length;
    await expect.poll(() => facts('intent')).toBe(5);
    way.leave();
    await delay(10_000);
    await way.comeBack();
    await work;
    expect(await facts('created')).toBe(5);
    expect(await machines.creates()).toBe(5);
  },
);
