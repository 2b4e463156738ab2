import { describe, expect, onTestFinished, test } from 'vitest';
import type { Change } from '../../../../batch/server/changes.js';
import { ChangeBus } from '../../../../batch/server/cluster/changeBus.js';
import { testDatabase, hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { createAsk, testStore } from './testMachines.js';

/** Opens two change buses, as in two processes. */
async function openTwoBuses() {
  const url = await testDatabase();
  const store = await testStore(url);
  const openBus = async () => {
    const received: Change[] = [];
    const bus = new ChangeBus(store);
    onTestFinished(() => bus.close());
    await bus.listen(url, { publish: (change) => received.push(change) });
    return { bus, received };
  };
  return { ask: createAsk(store), first: await openBus(), second: await openBus() };
}

const change = { type: 'sheet', sheet: 'changed' } as const;
/** A change that is published last. When it arrives, all earlier changes have arrived. */
const last = { type: 'sheet', sheet: 'last' } as const;

describe.skipIf(!hasPostgres)('a change in one process', () => {
  test('reaches the other process once, but not the process that sent the change', async () => {
    const { first, second } = await openTwoBuses();
    first.bus.publish(change);
    await expect.poll(() => second.received).toEqual([change]);
    second.bus.publish(last);
    await expect.poll(() => first.received).toEqual([last]);
    expect(second.received).toEqual([change]);
  });

  test('arrives in parts if it has many rows', async () => {
    const { first, second } = await openTwoBuses();
    const rows = Array.from({ length: 2_000 }, (_, row) => 1_048_576 - row);
    const sheet = '00000000-0000-0000-0000-000000000000';
    first.bus.publish({ type: 'rows', sheet, rows });
    await expect.poll(() => second.received).toHaveLength(3);
    const rowsReceived = second.received.flatMap((part) => (part.type === 'rows' ? part.rows : []));
    expect(rowsReceived.toSorted((a, b) => b - a)).toEqual(rows);
  });

  test('reaches the other process after the connections of both were cut', async () => {
    const { ask, first, second } = await openTwoBuses();
    const listening = `FROM pg_stat_activity
      WHERE application_name = 'rwa changes' AND datname = current_database()`;
    const before = await ask(`SELECT pid, pg_terminate_backend(pid, 5000) ${listening}`);
    expect(before).toHaveLength(2);
    const query = `SELECT pid ${listening} AND query = 'LISTEN rwa_change'`;
    await expect.poll(() => ask(query)).toHaveLength(2);
    first.bus.publish(change);
    await expect.poll(() => second.received).toEqual([change]);
    expect(first.received).toEqual([]);
  });
});
