import { expect, test } from 'vitest';
import { remarkText } from '../../../batch/cli/wording/remarks.js';
import { readSheet } from '../../../batch/engine/intake/readSheet.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import { invite } from '../../../batch/engine/operations/invite.js';
import type { SheetRow } from '../../../sheets/sheet.js';
import {
  type Entry,
  fileOf,
  hire,
  inWords,
  problemsOf,
  read,
  refusalOf,
  type Table,
  tableOf,
  trip,
  type Value,
} from './tables.js';

const headings = Object.keys(trip);
/** A row with only these inputs, and values right of them. */
const only = (entry: Entry, ...besides: Value[]): Value[] => [
  ...headings.map((heading) => entry[heading]),
  ...besides,
];
/** The rows that count and the notes of a sheet with these rows below a right one. */
const readWith = async (...rows: Value[][]) => {
  const [first = [], right = []] = tableOf(trip);
  const intake = await read([[...first, 'Name', 'Assessment ID'], right, ...rows]);
  return { rows: intake.rows.map(({ number }) => number), notes: inWords(intake.notes) };
};

test('rows that look like notes or subtotals are left out, and named together', async () => {
  const { rows, notes } = await readWith(
    only({ 'Role type': 'Sales team' }),
    Object.values(hire),
    only({ 'Number of hires': 2, 'Past trips duration': 40 }, 'Subtotal'),
    only({ Seniority: 'Total', 'Number of hires': { kind: 'uncalculated' } }),
    only({ 'Start date': 'As of the third of November' }),
  );
  expect(rows).toEqual([2, 4]);
  expect(notes).toEqual([
    'Rows 3, 5, 6 and 7 have no Employee ID, look like notes or subtotals, and are skipped.',
  ]);
});

test.each([
  '(2 rows affected)',
  '(1 row affected)',
  '2 rows selected.',
  '1 row in set (0.00 sec)',
  '(12 rows)',
  '(2 Zeilen betroffen)',
])('the row count of a database export is left out: %s', async (text) => {
  const { rows, notes } = await readWith(only({ 'Employee ID': text }));
  expect(rows).toEqual([2]);
  expect(notes).toEqual(['Row 3 was added by the program that exported the sheet and is skipped.']);
});

test('dashes under the headings of a database export are left out', async () => {
  const dashes = headings.map((heading) => [heading, '-'.repeat(heading.length)] as const);
  const { rows } = await readWith(only(Object.fromEntries(dashes)));
  expect(rows).toEqual([2]);
});

test('a row count beside other cells is not skipped, and neither is a longer text that begins like one', async () => {
  const { rows } = await readWith(
    only({ 'Employee ID': '(2 rows affected)', Seniority: 'Mid' }),
    only({ 'Employee ID': '2 rows left to check for Ana' }),
    only({ 'Employee ID': '12' }),
    only({ 'Employee ID': '--', Seniority: 'Mid' }),
  );
  expect(rows).toEqual([2, 3, 4, 5, 6]);
});

test('a subtotal in a CSV file, where numbers are text, is left out', async () => {
  const { rows, notes } = await readWith(only({ 'Number of hires': '1,204' }, 'Subtotal'));
  expect(rows).toEqual([2]);
  expect(notes).toEqual([
    'Row 3 has no Employee ID, looks like a note or a subtotal, and is skipped.',
  ]);
});

test.each<[what: string, row: Value[]]>([
  ['an Employee ID', only({ 'Employee ID': 'Total', 'Number of hires': 12 })],
  ['a value of its column', only({ 'Destination country': 'Portugal' })],
  ['a date', only({ 'Start date': { kind: 'date', iso: '2026-11-03' } })],
  ['a date of two readings', only({ 'Start date': '03/11/2026' })],
  ['a choice', only({ Seniority: 'mid' })],
  ['two texts', only({ 'Role type': 'Sales team', Purpose: 'Offsite' })],
  ['a name beside a text', only({ 'Role type': 'Engineer' }, 'Ada Ek')],
  [
    'an Assessment ID',
    only({ 'Number of hires': 2 }, undefined, '1700000000000x100000000000000001'),
  ],
  ['an error', only({ 'Number of hires': { kind: 'error', code: '#REF!' } })],
])('a row with %s is never taken for a note', async (_what, row) => {
  const { rows, notes } = await readWith(row);
  expect([rows, notes]).toEqual([[2, 3], []]);
});

test('without a column that says whom a row is about, no row is taken for a note', async () => {
  const { 'Employee ID': _, ...others } = trip;
  const [first = [], row = []] = tableOf(others);
  const note = first.map((heading) => (heading === 'Role type' ? 'Sales team' : undefined));
  const { rows } = await read([first, row, note], { set: { employeeId: '00123' } });
  expect(rows.map(({ number }) => number)).toEqual([2, 3]);
});

test('a person of a staff list with nothing but a name is no note', async () => {
  const table: Table = [
    ['First name', 'Last name', 'Email', 'Staff ID'],
    ['Ada', 'Ek', 'ada@example.com', 'E-1'],
    ['Bo'],
  ];
  const { rows, notes } = await readSheet(fileOf({ Staff: table }), { inputs: invite });
  expect([rows.length, notes]).toEqual([2, []]);
});

test('a row with nothing but an Employee ID and numbers has one problem, not ten', async () => {
  const problems = await problemsOf([
    ...tableOf(trip),
    ['Source: HR, 3 November'],
    only({ 'Employee ID': 'Total', 'Number of hires': 12 }),
  ]);
  expect(problems.map(remarkText)).toEqual([
    'A3, Employee ID "Source: HR, 3 November": no other input is filled in. Fill in the others, or clear the cell if the row is only a note or a total.',
    'A4, Employee ID "Total": the rest of the row contains only numbers. Fill in the others, or clear the cell if the row is only a note or a total.',
  ]);
});

test('a sheet of nothing but notes says what was left out', async () => {
  const reading = read([headings, only({ 'Role type': 'Sales team' })]);
  expect(await refusalOf(reading)).toBe(
    'The sheet "Hires" has no rows below its headings in row 1. Row 2 has no Employee ID, looks like a note or a subtotal, and is skipped. Add one row for each assessment.',
  );
});

const inTotals = (row: Value[], ...totals: (readonly [number, number])[]) => {
  const file = fileOf({ Hires: [...tableOf(trip), row] });
  const marked = (sheetRow: SheetRow): SheetRow =>
    sheetRow.number === 3 ? { ...sheetRow, totals } : sheetRow;
  return {
    ...file,
    async *rows(sheet: string) {
      for await (const batch of file.rows(sheet)) yield batch.map(marked);
    },
  };
};

test('the totals row of a table is left out, also with its label below Employee ID', async () => {
  const file = inTotals(only({ 'Employee ID': 'Total', 'Number of hires': 3 }), [0, 14]);
  const { rows, notes } = await readSheet(file, { inputs: assess });
  expect(rows.map(({ number }) => number)).toEqual([2]);
  expect(inWords(notes)).toEqual(['Row 3 is the totals row of a table and is skipped.']);
});

test('the totals row of a table beside the list is no reason to leave a row out', async () => {
  const file = inTotals(only({ 'Employee ID': '00456' }), [16, 18]);
  const { rows } = await readSheet(file, { inputs: assess });
  expect(rows.map(({ number }) => number)).toEqual([2, 3]);
});

test('a whole case that somebody typed into the totals row is a case', async () => {
  const file = inTotals(only({ ...hire, 'Employee ID': '00456' }), [0, 14]);
  const { rows } = await readSheet(file, { inputs: assess });
  expect(rows.map(({ number }) => number)).toEqual([2, 3]);
});
