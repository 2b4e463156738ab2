import { expect, test } from 'vitest';
import { readSheet, type RowListener } from '../../../batch/engine/intake/readSheet.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import type { SheetFile } from '../../../sheets/sheet.js';
import { fileOf, type Table, tableOf, trip } from './tables.js';

/** Reads a sheet, and counts how often it is read to its end. */
async function reading(table: Table, hear?: RowListener) {
  const file = fileOf({ Hires: table });
  let times = 0;
  const counted: SheetFile = {
    ...file,
    async *rows(sheet) {
      // The headings are among the first rows: who looks for them does not read on.
      for await (const batch of file.rows(sheet)) for (const row of batch) yield [row];
      times++;
    },
  };
  await readSheet(counted, { inputs: assess }, hear);
  return times;
}

/** More rows than headings are looked for in. */
const many = Array.from({ length: 120 }, (_, index) => ({ ...trip, 'Employee ID': `E-${index}` }));

test('a sheet is read once, also by who hears of every row', async () => {
  const heard: [number, boolean][] = [];
  const times = await reading(
    tableOf(...many, { ...trip, Seniority: 'Mdi' }),
    ({ number }, read) => {
      heard.push([number, 'problems' in read]);
    },
  );
  expect(times).toBe(1);
  expect(heard).toHaveLength(121);
  expect(heard.filter(([, isWrong]) => isWrong)).toEqual([[122, true]]);
});

test('and once more where the dates of a column tell of others in it', async () => {
  const dates = ['03/11/2026', '13/11/2026'].map((day) => ({ ...trip, 'Start date': day }));
  const remedies: unknown[] = [];
  const times = await reading(tableOf(...many, ...dates), (_, read) => {
    if ('problems' in read) remedies.push(...read.problems.map(({ remedy }) => remedy));
  });
  expect(times).toBe(2);
  expect(remedies).toContainEqual({ code: 'datesOfColumn', order: 'dmy' });
});

test('what is wrong with very many rows is told all the same', async () => {
  const rows = Array.from({ length: 20_005 }, () => ({ ...trip, Seniority: 'Mdi' }));
  let wrong = 0;
  const times = await reading(tableOf(...rows), (_, read) => {
    if ('problems' in read) wrong++;
  });
  expect([times, wrong]).toEqual([2, 20_005]);
});
