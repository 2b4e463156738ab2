import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readBaseUrl } from '../../../../src/baseUrl.js';
import { machinePorts } from '../../../../batch/server/machines/machinePorts.js';
import { mainThreadPatienceMs, openStore } from '../../../../batch/server/store/database.js';
import { awayProxyOfTest } from '../../../postgres/awayProxy.js';
import { hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { sandboxOfTest } from '../../../sandbox/sandboxUnderTest.js';
import { folderOfTest } from '../../folderOfTest.js';
import { employees } from '../../run/runOfTest.js';
import { serviceOfTest } from '../runs/workOfTest.js';
import { MachinesOfTest } from './machinesOfTest.js';

/** A worker as in use, with a way of its own to the database. */
async function workerBy(url: string, machines: MachinesOfTest) {
  const store = openStore(url, folderOfTest(), { patienceMs: mainThreadPatienceMs });
  const { baseUrl, tokens } = machines.sandbox.sandbox;
  const read = readBaseUrl(baseUrl);
  if (!read.ok) throw new Error(read.message);
  const ports = await machinePorts({
    ...{ database: url, store, isSending: true, tell: () => undefined },
    connection: { baseUrl: read.baseUrl, token: tokens[0] ?? '' },
    service: { name: serviceOfTest, isSandbox: false, isTest: true },
  });
  onTestFinished(async () => {
    await ports.close();
    store.close();
  });
  const limits = { ...ports.limits, pollIntervalMs: 20 };
  return { ...machines.ports, ...ports, limits };
}

test.runIf(hasPostgres)(
  'what the service answers while the database is away is recorded when it is back',
  async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const machines = await MachinesOfTest.on(await sandboxOfTest({ latencyMs: 2_500 }));
    const sheet = await machines.addSheet(employees(5));
    const { slices } = await machines.begin(sheet);
    const way = await awayProxyOfTest(machines.url);
    const work = machines.work(slices[0] ?? '', await workerBy(way.url, machines));
    const facts = async (fact: string) =>
      (await machines.facts(sheet)).filter((each) => each.fact === fact).length;
    await expect.poll(() => facts('intent'), { interval: 20, timeout: 10_000 }).toBe(5);
    await way.leave();
    await delay(10_000);
    await way.comeBack();
    await work;
    expect(await facts('created')).toBe(5);
    expect(await machines.creates()).toBe(5);
  },
);
