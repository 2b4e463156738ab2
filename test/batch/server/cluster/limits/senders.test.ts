import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { testCluster, testDatabase, hasPostgres } from '../../../../postgres/postgresUnderTest.js';
import { createAsk, testStore } from '../testMachines.js';
import { testSenders } from './testLimits.js';
import {
  startMeasuredService,
  type MeasuredService,
  countInBusiestSecond,
} from './measuredService.js';

async function testService(answerMs: number): Promise<MeasuredService> {
  const service = await startMeasuredService(answerMs);
  onTestFinished(() => service.close());
  return service;
}

/** Resolves when `count` more requests of each sender have arrived. */
async function waitForRequests(
  { arrivals }: MeasuredService,
  names: readonly string[],
  count: number,
) {
  const from = arrivals.length;
  await expect
    .poll(() => {
      const since = arrivals.slice(from);
      return names.every((name) => since.filter(({ sender }) => sender === name).length >= count);
    })
    .toBe(true);
}

async function cutConnections(database: string): Promise<void> {
  await createAsk(await testStore(database))(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE application_name LIKE 'rwa%' AND datname = current_database() AND pid <> pg_backend_pid()`,
  );
}

describe.skipIf(!hasPostgres)('processes with a shared concurrency limit', () => {
  test('never exceed it when some are killed, frozen or disconnected', async () => {
    const service = await testService(20);
    const database = await testDatabase();
    const senders = await testSenders({
      database,
      service: service.url,
      atOnce: 8,
      concurrency: 4,
      intentMs: 1,
    });
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((name) => senders.start(name)));
    await waitForRequests(service, ['a', 'b', 'c'], 5);
    a?.kill('SIGKILL');
    await waitForRequests(service, ['b', 'c'], 5);
    b?.kill('SIGSTOP');
    await delay(6_000);
    await waitForRequests(service, ['c'], 200);
    await cutConnections(database);
    await waitForRequests(service, ['c'], 20);
    b?.kill('SIGCONT');
    await waitForRequests(service, ['b', 'c'], 5);
    for (const sender of [b, c]) if (sender !== undefined) await senders.stop(sender);
    expect(service.mostInFlight()).toBe(4);
    expect(service.inFlight()).toBe(0);
  });

  test('do not exceed it while the database restarts, and continue afterwards', async () => {
    const service = await testService(20);
    const cluster = await testCluster();
    const database = await cluster.createDatabase();
    const senders = await testSenders({
      database,
      service: service.url,
      atOnce: 8,
      concurrency: 4,
      rate: 200,
    });
    const [a, b] = await Promise.all(['a', 'b'].map((name) => senders.start(name)));
    await waitForRequests(service, ['a', 'b'], 5);
    service.answer.ms = 1_500;
    await delay(100);
    await cluster.restart();
    service.answer.ms = 20;
    await waitForRequests(service, ['a', 'b'], 5);
    for (const sender of [a, b]) if (sender !== undefined) await senders.stop(sender);
    expect(service.mostInFlight()).toBe(4);
  });

  test('take turns if there are fewer permits than processes', async () => {
    const service = await testService(5);
    const database = await testDatabase();
    const senders = await testSenders({
      database,
      service: service.url,
      atOnce: 3,
      concurrency: 2,
    });
    const names = ['a', 'b', 'c'];
    const processes = await Promise.all(names.map((name) => senders.start(name)));
    await waitForRequests(service, names, 3);
    await waitForRequests(service, names, 3);
    for (const sender of processes) await senders.stop(sender);
    expect(service.mostInFlight()).toBeLessThanOrEqual(2);
  });
});

describe.skipIf(!hasPostgres)('processes with a shared rate limit', () => {
  const rate = 100;
  const listTimes = ({ arrivals }: MeasuredService) =>
    arrivals.map(({ ms }) => ms).toSorted((a, b) => a - b);

  test('exceed it by at most 10 % in any second while processes start, freeze, resume, lose their connections and die', async () => {
    const service = await testService(10);
    const database = await testDatabase();
    const options = { database, service: service.url, atOnce: 12, concurrency: 12, rate };
    const senders = await testSenders(options);
    const processes: ChildProcess[] = [];
    const begin = async (name: string) => {
      processes.push(await senders.start(name));
      await waitForRequests(service, [name], 10);
    };
    for (const name of ['a', 'b', 'c', 'd']) await begin(name);
    const [a, b, c] = processes;
    a?.kill('SIGSTOP');
    await delay(1_500);
    a?.kill('SIGCONT');
    await delay(500);
    a?.kill('SIGSTOP');
    b?.kill('SIGKILL');
    await delay(6_500);
    await cutConnections(database);
    a?.kill('SIGCONT');
    await begin('e');
    c?.kill('SIGKILL');
    await waitForRequests(service, ['a', 'd', 'e'], 100);
    expect(countInBusiestSecond(listTimes(service))).toBeLessThanOrEqual(1.1 * rate);
  });

  test('give more than 60 % of it to the only busy process of four', async () => {
    const service = await testService(10);
    const database = await testDatabase();
    const options = { database, service: service.url, concurrency: 12, rate };
    const idle = await testSenders({ ...options, atOnce: 2, requests: 20 });
    for (const name of ['a', 'b', 'c']) {
      await idle.start(name);
      await waitForRequests(service, [name], 10);
    }
    const busy = await testSenders({ ...options, atOnce: 12 });
    await busy.start('d');
    await waitForRequests(service, ['d'], 10);
    // Idle processes return their leases after a second; the busy one sees that within another second.
    await delay(3_000);
    const before = service.arrivals.length;
    await delay(4_000);
    const perSecond = (service.arrivals.length - before) / 4;
    expect(perSecond).toBeGreaterThan(0.6 * rate);
    expect(countInBusiestSecond(listTimes(service))).toBeLessThanOrEqual(1.1 * rate);
  });
});
