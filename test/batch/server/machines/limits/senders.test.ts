import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  clusterOfTest,
  databaseOfTest,
  hasPostgres,
} from '../../../../postgres/postgresUnderTest.js';
import { sendersOfTest, withTables } from './limitsOfTest.js';
import { measuredService, type MeasuredService } from './measuredService.js';

async function serviceOfTest(answerMs: number): Promise<MeasuredService> {
  const service = await measuredService(answerMs);
  onTestFinished(() => service.close());
  return service;
}

/** Resolves when so many more requests of each of them have arrived. */
async function arrived({ arrivals }: MeasuredService, names: readonly string[], count: number) {
  const from = arrivals.length;
  await expect
    .poll(() => {
      const since = arrivals.slice(from);
      return names.every((name) => since.filter(({ sender }) => sender === name).length >= count);
    })
    .toBe(true);
}

describe.skipIf(!hasPostgres)('processes with one concurrency', () => {
  test('are never over it when some are killed, frozen or cut off', async () => {
    const service = await serviceOfTest(20);
    const database = await databaseOfTest();
    const pool = await withTables(database);
    const senders = await sendersOfTest({
      ...{ database, service: service.url, atOnce: 8, concurrency: 4, intentMs: 1 },
    });
    const [a, b, c] = await Promise.all(['a', 'b', 'c'].map((name) => senders.start(name)));
    await arrived(service, ['a', 'b', 'c'], 5);
    a?.kill('SIGKILL');
    await arrived(service, ['b', 'c'], 5);
    b?.kill('SIGSTOP');
    await arrived(service, ['c'], 20);
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name LIKE 'rwa-limits-%' AND datname = current_database()`,
    );
    await arrived(service, ['c'], 20);
    b?.kill('SIGCONT');
    await arrived(service, ['b', 'c'], 5);
    for (const sender of [b, c]) if (sender !== undefined) await senders.stop(sender);
    expect(service.mostInFlight()).toBe(4);
    expect(service.inFlight()).toBe(0);
  });

  test('go on after a restart of the database, and are not over it then', async () => {
    const service = await serviceOfTest(20);
    const cluster = await clusterOfTest();
    const database = await cluster.createDatabase();
    await withTables(database);
    const senders = await sendersOfTest({
      ...{ database, service: service.url, atOnce: 8, concurrency: 4, rate: 200 },
    });
    const [a, b] = await Promise.all(['a', 'b'].map((name) => senders.start(name)));
    await arrived(service, ['a', 'b'], 5);
    service.answer.ms = 1_500;
    await delay(100);
    await cluster.restart();
    service.answer.ms = 20;
    await arrived(service, ['a', 'b'], 5);
    for (const sender of [a, b]) if (sender !== undefined) await senders.stop(sender);
    expect(service.mostInFlight()).toBe(4);
  });

  test('have all their turn, where there are fewer permits than processes', async () => {
    const service = await serviceOfTest(5);
    const database = await databaseOfTest();
    await withTables(database);
    const senders = await sendersOfTest({
      ...{ database, service: service.url, atOnce: 3, concurrency: 2 },
    });
    const names = ['a', 'b', 'c'];
    const all = await Promise.all(names.map((name) => senders.start(name)));
    await arrived(service, names, 3);
    await arrived(service, names, 3);
    for (const sender of all) await senders.stop(sender);
    expect(service.mostInFlight()).toBeLessThanOrEqual(2);
  });
});
