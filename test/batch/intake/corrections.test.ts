import { expect, test } from 'vitest';
import { checkedRemarks } from '../../../batch/cli/wording/checkedRows.js';
import { toShownCell } from '../../../batch/engine/intake/cellValues.js';
import { readSheet } from '../../../batch/engine/intake/readSheet.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import {
  date,
  toFile,
  hire,
  readProblems,
  read,
  type ReadingOptions,
  toTable,
  trip,
} from './tables.js';

const misspelledTrip = { ...trip, Citizenship: 'Untied  Kingdom' };
const correctUk = { field: 'citizenship', value: 'Untied Kingdom', to: 'United Kingdom' };
const corrected = { ...correctUk, label: 'Citizenship' };

test('corrects a value in every row that has it, and in no other input', async () => {
  const table = toTable(
    misspelledTrip,
    { ...trip, 'Employee ID': '2', Residency: 'Untied Kingdom' },
    { ...misspelledTrip, 'Employee ID': '3' },
  );
  const { rows } = await read(table, { corrections: [correctUk] });
  expect(rows.map(({ inputs }) => inputs?.citizenship)).toEqual([
    'United Kingdom',
    'Germany',
    'United Kingdom',
  ]);
  expect(rows[1]?.inputs).toMatchObject({ residency: 'Untied Kingdom' });
  expect(rows.map((row) => row.corrected)).toEqual([[corrected], undefined, [corrected]]);
});

test('corrects no other long text that begins with the same words', async () => {
  const begin = 'Untied Kingdom of Great Britain and Northern Ireland, as in the passport';
  const [own, other] = [`${begin} of the employee`, `${begin} of the spouse`];
  const value = toShownCell({ kind: 'text', text: own });
  expect(value.length).toBeLessThan(own.length);
  const table = toTable({ ...trip, Citizenship: own }, { ...trip, Citizenship: other });
  const { rows } = await read(table, { corrections: [{ ...correctUk, value }] });
  expect(rows.map(({ inputs }) => inputs?.citizenship)).toEqual(['United Kingdom', other]);
});

test('reads a corrected row like a row with the right value in its cell', async () => {
  const [row] = (await read(toTable(misspelledTrip), { corrections: [correctUk] })).rows;
  const [right] = (await read(toTable({ ...trip, Citizenship: 'United Kingdom' }))).rows;
  expect(row).toEqual({ ...right, corrected: [corrected] });
});

test('prefers a correction for one row to one for all rows, in either order', async () => {
  const own = { ...correctUk, to: 'Ireland', row: 3 };
  for (const corrections of [
    [correctUk, own],
    [own, correctUk],
  ]) {
    const { rows } = await read(toTable(misspelledTrip, misspelledTrip), { corrections });
    expect(rows.map(({ inputs }) => inputs?.citizenship)).toEqual(['United Kingdom', 'Ireland']);
  }
});

test('refuses an ID with letters from a guessed encoding, unless the ID is corrected or set', async () => {
  const table = toTable(
    { ...trip, 'Employee ID': '£ódŸ-1' },
    { ...trip, 'Manager ID': 'Zoë' },
    { ...trip, Citizenship: 'Türkiye', 'Role type': 'Bürokraft' },
  );
  const file = { ...toFile({ Hires: table }), guessedEncoding: 'Windows-1252' };
  const findProblems = async (reading: ReadingOptions) => {
    const { rows } = await readSheet(file, { inputs: assess, ...reading });
    return rows.map(({ problems = [] }) => problems.map(({ field, message }) => [field, message]));
  };
  const message = { code: 'textEncodingGuessed', encoding: 'Windows-1252' };
  expect(await findProblems({})).toEqual([[['employeeId', message]], [['managerId', message]], []]);
  const corrections = [{ field: 'employeeId', value: '£ódŸ-1', to: 'Łódź-1', row: 2 }];
  const set = { managerId: 'Łucja' };
  expect(await findProblems({ corrections, set })).toEqual([[], [], []]);
});

test('corrects a cell with an error only if the correction names its row', async () => {
  const error = { kind: 'error', code: '#VALUE!', isRich: true } as const;
  const table = toTable({ ...trip, Citizenship: error }, { ...trip, Citizenship: error });
  const correction = { field: 'citizenship', value: '#VALUE!', to: 'Ireland' };
  const { rows } = await read(table, { corrections: [{ ...correction, row: 2 }] });
  expect(rows.map(({ inputs }) => inputs?.citizenship)).toEqual(['Ireland', undefined]);
  const withoutRow = await read(table, { corrections: [correction] });
  expect(withoutRow.rows.map(({ inputs }) => inputs?.citizenship)).toEqual([undefined, undefined]);
});

test('corrects missing values, dates and numbers, even without a column for the input', async () => {
  const { 'Hiring urgency': _, ...rest } = hire;
  const entry = {
    ...rest,
    Seniority: ' ',
    'Start date': date('2026-11-33'),
    'Number of hires': -2,
  };
  const { rows } = await read(toTable(entry), {
    corrections: [
      { field: 'urgency', value: '', to: '1-3 months' },
      { field: 'seniority', value: '', to: 'Mid', row: 2 },
      { field: 'startDate', value: '2026-11-33', to: '2026-11-03' },
      { field: 'numberHires', value: '-2', to: '2' },
    ],
  });
  const [right] = (await read(toTable(hire))).rows;
  expect(rows[0]?.inputs).toEqual(right?.inputs);
  expect(rows[0]?.key).toBe(right?.key);
});

test('corrects a value to an empty text, so that the input is missing', async () => {
  const table = toTable({ ...trip, 'Working days': 'n/a' });
  const { rows } = await read(table, {
    corrections: [{ field: 'workingDays', value: 'n/a', to: '' }],
  });
  expect(rows[0]?.inputs).not.toHaveProperty('workingDays');
  expect(rows[0]?.corrected).toHaveLength(1);
});

test('corrects a formula without a value only if the correction names its row', async () => {
  const table = toTable({ ...trip, Seniority: { kind: 'uncalculated' } });
  const all = { field: 'seniority', value: '', to: 'Mid' };
  expect(await readProblems(table, { corrections: [all] })).toHaveLength(1);
  expect(await readProblems(table, { corrections: [{ ...all, row: 2 }] })).toEqual([]);
});

test('ignores corrections of values that no row sends', async () => {
  const table = toTable({ ...trip, 'Number of hires': 'x' });
  const [row] = (await read(table)).rows;
  const { rows } = await read(table, {
    corrections: [
      { ...correctUk, value: 'UK' },
      { field: 'numberHires', value: 'x', to: '3' },
    ],
  });
  expect(rows).toEqual([row]);
});

test('reports an invalid correction with the old and the new value', async () => {
  const [problem] = await readProblems(toTable({ ...trip, Seniority: 'Chief' }), {
    corrections: [{ field: 'seniority', value: 'Chief', to: 'Boss' }],
  });
  expect(problem).toMatchObject({ value: 'Chief', readAs: 'Boss' });
  expect(problem && checkedRemarks.remarkText(problem)).toContain(
    'C2, Seniority "Boss" (corrected from "Chief"): unsupported value.',
  );
});
