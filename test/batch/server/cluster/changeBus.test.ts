import { describe, expect, onTestFinished, test } from 'vitest';
import type { Change } from '../../../../batch/server/changes.js';
import { ChangeBus } from '../../../../batch/server/cluster/changeBus.js';
import { testDatabase, hasPostgres } from '../../../postgres/postgresUnderTest.js';
import { asking, testStore } from './testMachines.js';

/** Opens two change buses, as in two processes. `heard` lists the changes that a bus has received. */
async function twoProcesses() {
  const url = await testDatabase();
  const store = await testStore(url);
  const listener = async () => {
    const heard: Change[] = [];
    const changes = new ChangeBus(store);
    onTestFinished(() => changes.close());
    await changes.listen(url, { publish: (change) => heard.push(change) });
    return { changes, heard };
  };
  return { ask: asking(store), one: await listener(), other: await listener() };
}

const change = { type: 'sheet', sheet: 'changed' } as const;
/** Later changes arrive after all earlier ones. */
const last = { type: 'sheet', sheet: 'last' } as const;

describe.skipIf(!hasPostgres)('a change in one process', () => {
  test('reaches the other process once, and not its sender', async () => {
    const { one, other } = await twoProcesses();
    one.changes.publish(change);
    await expect.poll(() => other.heard).toEqual([change]);
    other.changes.publish(last);
    await expect.poll(() => one.heard).toEqual([last]);
    expect(other.heard).toEqual([change]);
  });

  test('arrives in parts if it has many rows', async () => {
    const { one, other } = await twoProcesses();
    const rows = Array.from({ length: 2_000 }, (_, row) => 1_048_576 - row);
    const sheet = '00000000-0000-0000-0000-000000000000';
    one.changes.publish({ type: 'rows', sheet, rows });
    await expect.poll(() => other.heard).toHaveLength(3);
    const heard = other.heard.flatMap((each) => (each.type === 'rows' ? each.rows : []));
    expect(heard.toSorted((a, b) => b - a)).toEqual(rows);
  });

  test('reaches the other process after its connection was cut', async () => {
    const { ask, one, other } = await twoProcesses();
    const listening = `FROM pg_stat_activity
      WHERE application_name = 'rwa changes' AND datname = current_database()`;
    const before = await ask(`SELECT pid, pg_terminate_backend(pid, 5000) ${listening}`);
    expect(before).toHaveLength(2);
    const query = `SELECT pid ${listening} AND query = 'LISTEN rwa_change'`;
    await expect.poll(() => ask(query)).toHaveLength(2);
    one.changes.publish(change);
    await expect.poll(() => other.heard).toEqual([change]);
    expect(one.heard).toEqual([]);
  });
});
