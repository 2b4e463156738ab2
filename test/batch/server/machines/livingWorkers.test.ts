import { describe, expect, test } from 'vitest';
import {
  livingWorkers,
  noWorkerSaid,
  sayThatItLives,
} from '../../../../batch/server/machines/livingWorkers.js';
import { hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { sandboxOfTest } from '../../../sandbox/sandboxUnderTest.js';
import { ConductedOfTest } from './conductedOfTest.js';

describe.skipIf(!hasPostgres)('without a worker', () => {
  test('a run says so, and goes on as soon as there is one', async () => {
    const conducted = await ConductedOfTest.on(await sandboxOfTest());
    const { machines, work } = conducted;
    const sheet = await machines.addSheet(['E-1', 'SANDBOX-ALWAYS-PENDING']);
    const run = await conducted.start(sheet);
    await expect.poll(() => machines.latest(sheet).said).toEqual([noWorkerSaid]);
    expect(machines.latest(sheet).state).toBe('running');
    await conducted.startWorker();
    await expect.poll(() => machines.latest(sheet).said).toEqual([]);
    await expect.poll(() => machines.statuses(sheet, 2)).toEqual(['Scored', 'Pending']);
    await work.halt(run, 'stopped');
  });

  test('one that has died counts no more after a while, and one that has ended at once', async () => {
    const { machines } = await ConductedOfTest.on(await sandboxOfTest());
    const count = async () => (await livingWorkers(machines.ask).read())[0]?.value;
    const leaves = [
      await sayThatItLives(machines.ports.database),
      await sayThatItLives(machines.ports.database),
    ];
    expect(await count()).toBe(2);
    await leaves[0]?.();
    expect(await count()).toBe(1);
    await machines.ask("UPDATE worker SET heard_at = now() - interval '1 minute'");
    expect(await count()).toBe(0);
    await leaves[1]?.();
  });
});
