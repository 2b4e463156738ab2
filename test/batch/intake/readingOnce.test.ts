import { expect, test } from 'vitest';
import { readSheet, type RowListener } from '../../../batch/engine/intake/readSheet.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import type { SheetFile } from '../../../sheets/sheet.js';
import { toFile, type Table, toTable, trip } from './tables.js';

/** Reads a sheet, and counts how often it is read to its end. */
async function countReadings(table: Table, onRow?: RowListener) {
  const file = toFile({ Hires: table });
  let times = 0;
  const counted: SheetFile = {
    ...file,
    async *rows(sheet) {
      // The search for the headings stops after the first rows, so it is not counted.
      for await (const batch of file.rows(sheet)) for (const row of batch) yield [row];
      times++;
    },
  };
  await readSheet(counted, { inputs: assess }, onRow);
  return times;
}

/** More rows than the search for headings reads. */
const manyTrips = Array.from({ length: 120 }, (_, index) => ({
  ...trip,
  'Employee ID': `E-${index}`,
}));

test('reads a sheet once, even with a listener for every row', async () => {
  const received: [number, boolean][] = [];
  const times = await countReadings(
    toTable(...manyTrips, { ...trip, Seniority: 'Mdi' }),
    ({ number }, read) => {
      received.push([number, 'problems' in read]);
    },
  );
  expect(times).toBe(1);
  expect(received).toHaveLength(121);
  expect(received.filter(([, isWrong]) => isWrong)).toEqual([[122, true]]);
});

test('reads a sheet twice if a date shows the order of the dates in its column', async () => {
  const dates = ['03/11/2026', '13/11/2026'].map((day) => ({ ...trip, 'Start date': day }));
  const remedies: unknown[] = [];
  const times = await countReadings(toTable(...manyTrips, ...dates), (_, read) => {
    if ('problems' in read) remedies.push(...read.problems.map(({ remedy }) => remedy));
  });
  expect(times).toBe(2);
  expect(remedies).toContainEqual({ code: 'datesOfColumn', order: 'dmy' });
});

test('reads a sheet again if more rows have problems than are kept', async () => {
  const rows = Array.from({ length: 20_005 }, () => ({ ...trip, Seniority: 'Mdi' }));
  let invalidRows = 0;
  const times = await countReadings(toTable(...rows), (_, read) => {
    if ('problems' in read) invalidRows++;
  });
  expect([times, invalidRows]).toEqual([2, 20_005]);
});
