import { expect, test } from 'vitest';
import { checkedRemarks } from '../../../batch/cli/wording/checkedRows.js';
import { hashCells } from '../../../batch/engine/intake/ignoredRows.js';
import { readSheet } from '../../../batch/engine/intake/readSheet.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import { invite } from '../../../batch/engine/operations/invite.js';
import type { SheetFile, SheetRow } from '../../../sheets/sheet.js';
import {
  type Entry,
  toFile,
  hire,
  inWords,
  read,
  readRefusal,
  type Table,
  toTable,
  trip,
  type Value,
} from './tables.js';

const headings = Object.keys(trip);
const createRow = (entry: Entry, ...extraValues: Value[]): Value[] => [
  ...headings.map((heading) => entry[heading]),
  ...extraValues,
];
/** Reads a sheet with a valid row and these rows below it. */
const readWith = async (...rows: Value[][]) => {
  const [headingRow = [], validRow = []] = toTable(trip);
  const intake = await read([[...headingRow, 'Name', 'Assessment ID'], validRow, ...rows]);
  return { rows: intake.rows.map(({ number }) => number), notes: inWords(intake.notes) };
};

test('skips rows that look like notes or subtotals, and reports them together', async () => {
  const { rows, notes } = await readWith(
    createRow({ 'Role type': 'Sales team' }),
    Object.values(hire),
    createRow({ 'Number of hires': 2, 'Past trips duration': 40 }, 'Subtotal'),
    createRow({ Seniority: 'Total', 'Number of hires': { kind: 'uncalculated' } }),
    createRow({ 'Start date': 'As of the third of November' }),
  );
  expect(rows).toEqual([2, 4]);
  expect(notes).toEqual([
    'Rows 3, 5, 6 and 7 have no Employee ID, look like notes or subtotals, and are skipped.',
  ]);
});

test('skips an ignored row until its cells change or show a result', async () => {
  const [headingRow = [], validRow = []] = toTable(trip);
  const createFile = (...results: Value[]) => {
    const ignored = createRow({ 'Employee ID': 'Total' }, ...results);
    return toFile({
      Hires: [
        [...headingRow, 'Assessment status', 'Assessment ID'],
        [...validRow, 'Scored', '16'],
        ignored,
      ],
    });
  };
  const readRows = async (sheet: SheetFile, ignored: string) => {
    const options = { inputs: assess, ignoredRows: new Map([[3, ignored]]) };
    return (await readSheet(sheet, options)).rows.map(({ number }) => number);
  };
  const hashIgnored = async (sheet: SheetFile) => {
    const hashes: string[] = [];
    for await (const batch of sheet.rows('Hires')) hashes.push(...batch.map(hashCells));
    return hashes[2] ?? '';
  };
  expect(await readRows(createFile(), await hashIgnored(createFile()))).toEqual([2]);
  expect(await readRows(createFile(), 'another')).toEqual([2, 3]);
  const scored = createFile('Scored', '17');
  expect(await readRows(scored, await hashIgnored(scored))).toEqual([2, 3]);
});

test.each([
  '(2 rows affected)',
  '(1 row affected)',
  '2 rows selected.',
  '1 row in set (0.00 sec)',
  '(12 rows)',
  '(2 Zeilen betroffen)',
])('skips the row count of a database export: %s', async (text) => {
  const { rows, notes } = await readWith(createRow({ 'Employee ID': text }));
  expect(rows).toEqual([2]);
  expect(notes).toEqual(['Row 3 was added by the program that exported the sheet and is skipped.']);
});

test('skips the dashes under the headings of a database export', async () => {
  const dashes = headings.map((heading) => [heading, '-'.repeat(heading.length)] as const);
  const { rows } = await readWith(createRow(Object.fromEntries(dashes)));
  expect(rows).toEqual([2]);
});

test('reads a row count beside other cells, and a longer text that begins like a row count', async () => {
  const { rows } = await readWith(
    createRow({ 'Employee ID': '(2 rows affected)', Seniority: 'Mid' }),
    createRow({ 'Employee ID': '2 rows left to check for Ana' }),
    createRow({ 'Employee ID': '12' }),
    createRow({ 'Employee ID': '--', Seniority: 'Mid' }),
  );
  expect(rows).toEqual([2, 3, 4, 5, 6]);
});

test('skips a subtotal with its number as text, as in a CSV file', async () => {
  const { rows, notes } = await readWith(createRow({ 'Number of hires': '1,204' }, 'Subtotal'));
  expect(rows).toEqual([2]);
  expect(notes).toEqual([
    'Row 3 has no Employee ID, looks like a note or a subtotal, and is skipped.',
  ]);
});

test.each<[what: string, row: Value[]]>([
  ['an Employee ID', createRow({ 'Employee ID': 'Total', 'Number of hires': 12 })],
  ['a country', createRow({ 'Destination country': 'Portugal' })],
  ['a date', createRow({ 'Start date': { kind: 'date', iso: '2026-11-03' } })],
  ['an ambiguous date', createRow({ 'Start date': '03/11/2026' })],
  ['a choice', createRow({ Seniority: 'mid' })],
  ['two texts', createRow({ 'Role type': 'Sales team', Purpose: 'Offsite' })],
  ['a name beside a text', createRow({ 'Role type': 'Engineer' }, 'Ada Ek')],
  [
    'an Assessment ID',
    createRow({ 'Number of hires': 2 }, undefined, '1700000000000x100000000000000001'),
  ],
  ['an error', createRow({ 'Number of hires': { kind: 'error', code: '#REF!' } })],
])('reads a row with %s, and does not take it for a note', async (_what, row) => {
  const { rows, notes } = await readWith(row);
  expect([rows, notes]).toEqual([[2, 3], []]);
});

test('reads a note as a row if no column identifies people', async () => {
  const { 'Employee ID': _, ...others } = trip;
  const [first = [], row = []] = toTable(others);
  const note = first.map((heading) => (heading === 'Role type' ? 'Sales team' : undefined));
  const { rows } = await read([first, row, note], { set: { employeeId: '00123' } });
  expect(rows.map(({ number }) => number)).toEqual([2, 3]);
});

test('reads a row with only a name in a staff list', async () => {
  const table: Table = [
    ['First name', 'Last name', 'Email', 'Staff ID'],
    ['Ada', 'Ek', 'ada@example.com', 'E-1'],
    ['Bo'],
  ];
  const { rows, notes } = await readSheet(toFile({ Staff: table }), { inputs: invite });
  expect([rows.length, notes]).toEqual([2, []]);
});

test('reports one problem for a row with an Employee ID and nothing but numbers', async () => {
  const { rows } = await read([
    ...toTable(trip),
    ['Source: HR, 3 November'],
    createRow({ 'Employee ID': 'Total', 'Number of hires': 12 }),
  ]);
  expect(rows.map(({ key }) => key === '')).toEqual([false, true, true]);
  expect(rows.flatMap(({ problems = [] }) => problems.map(checkedRemarks.remarkText))).toEqual([
    'A3, Employee ID "Source: HR, 3 November": no other input is filled in. Fill in the others, or clear the cell if the row is only a note or a total.',
    'A4, Employee ID "Total": the rest of the row contains only numbers. Fill in the others, or clear the cell if the row is only a note or a total.',
  ]);
});

test('reports the skipped rows of a sheet that has only notes', async () => {
  const reading = read([headings, createRow({ 'Role type': 'Sales team' })]);
  expect(await readRefusal(reading)).toBe(
    'The sheet "Hires" has no rows below its headings in row 1. Row 2 has no Employee ID, looks like a note or a subtotal, and is skipped. Add one row for each assessment.',
  );
});

/** Returns a file with a trip and this row, which is a table's totals row in these column ranges. */
const createWithTotals = (row: Value[], ...totals: (readonly [number, number])[]) => {
  const file = toFile({ Hires: [...toTable(trip), row] });
  const markTotals = (sheetRow: SheetRow): SheetRow =>
    sheetRow.number === 3 ? { ...sheetRow, totals } : sheetRow;
  return {
    ...file,
    async *rows(sheet: string) {
      for await (const batch of file.rows(sheet)) yield batch.map(markTotals);
    },
  };
};

test('skips the totals row of a table, even if its label is in the column Employee ID', async () => {
  const file = createWithTotals(
    createRow({ 'Employee ID': 'Total', 'Number of hires': 3 }),
    [0, 14],
  );
  const { rows, notes } = await readSheet(file, { inputs: assess });
  expect(rows.map(({ number }) => number)).toEqual([2]);
  expect(inWords(notes)).toEqual(['Row 3 is the totals row of a table and is skipped.']);
});

test('reads a row beside the totals row of another table', async () => {
  const file = createWithTotals(createRow({ 'Employee ID': '00456' }), [16, 18]);
  const { rows } = await readSheet(file, { inputs: assess });
  expect(rows.map(({ number }) => number)).toEqual([2, 3]);
});

test('reads a complete row that was typed into the totals row', async () => {
  const file = createWithTotals(createRow({ ...hire, 'Employee ID': '00456' }), [0, 14]);
  const { rows } = await readSheet(file, { inputs: assess });
  expect(rows.map(({ number }) => number)).toEqual([2, 3]);
});
