import { expect, test } from 'vitest';
import { addCorrections } from '../../../../batch/server/sheets/correctionStore.js';
import { startTestSandbox } from '../../../sandbox/sandboxUnderTest.js';
import { hireRow } from '../../run/testRun.js';
import { addReadSheet } from '../runs/testSheet.js';
import { TestWork } from '../runs/testWork.js';

test('a correction of all rows changes 4,100 rows, and a correction of one row changes only that row', async () => {
  const { store, ports, work } = await TestWork.open(await startTestSandbox());
  const id = 'hires';
  // Rows are read in blocks of 2,000. The first two blocks are staged in the table `read_row`, and the last one stays in memory.
  const rows = Array.from({ length: 4_100 }, (_, index) => hireRow(`E-${index}`));
  await addReadSheet(ports, id, [...rows, '']);
  await work.read(id);
  const correctAndCount = async (to: string, row: number | null) => {
    const correction = { field: 'destination', value: 'Portugal', to, row };
    await addCorrections(store, id, [correction], { by: 'ada', at: new Date().toISOString() });
    await work.read(id);
    const found = await store.db
      .selectFrom('row')
      .select(['destination', (builder) => builder.fn.countAll<number>().as('rows')])
      .where('sheet', '=', id)
      .groupBy('destination')
      .orderBy('destination')
      .execute();
    return found.map(({ destination, rows }) => `${destination}: ${rows}`);
  };
  expect(await correctAndCount('Spain', null)).toEqual(['Spain: 4100']);
  expect(await correctAndCount('Italy', 9)).toEqual(['Italy: 1', 'Spain: 4099']);
  expect(await store.db.selectFrom('read_row').select('number').execute()).toEqual([]);
});
