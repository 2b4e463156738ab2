import { SheetError, type SheetFile } from '../../../sheets/sheet.js';
import { expect, test } from 'vitest';
import { assessmentFields } from '../../../src/assessmentFields.js';
import {
  toFile,
  hire,
  inWords,
  read,
  type ReadingOptions,
  readRefusal,
  type Table,
  toTable,
  trip,
  type Value,
} from './tables.js';
import { readSheet } from '../../../batch/engine/intake/readSheet.js';
import { assess } from '../../../batch/engine/operations/assess.js';

const headings = Object.keys(trip);
const renameHeading = (from: string, to: string): Table =>
  toTable(trip).map((row, index) =>
    index === 0 ? row.map((value) => (value === from ? to : value)) : row,
  );

test('recognises every name, label and alias of every input', async () => {
  for (const [name, { label, aliases }] of Object.entries(assessmentFields)) {
    const others = headings.filter((text) => text !== label);
    for (const heading of [name, label, ...(aliases as readonly string[])]) {
      const { columns } = await read([[...others, heading], createAnyValues()]).catch(
        (error: unknown) => {
          throw new Error(`${heading}: ${(error as Error).message}`);
        },
      );
      expect(columns.fields.get(name as keyof typeof assessmentFields), heading).toBe(
        others.length,
      );
    }
  }
});

/** Returns a row with an ID; its other values do not matter for tests of headings. */
const createAnyValues = (): Value[] => ['00123', ...headings.map(() => 'x')];

test.each([
  'EMPLOYEE ID',
  'employee id',
  '  Employee   ID  ',
  'Employee\u00A0ID',
  'Employee\nID',
  'Employee_ID',
  'Employee-ID:',
  'EmployeeID',
  'employeeId',
  '\uFEFFEmployee ID',
  'Emp\u200Bloyee ID',
  'Employee ID *',
  'EMPLOYEE İD',
  'employee ıd',
  'Employee ID (required)',
  'Employee ID - mandatory',
])('recognises %j as Employee ID', async (heading) => {
  const { columns } = await read(renameHeading('Employee ID', heading));
  expect(columns.fields.get('employeeId')).toBe(0);
});

test.each([
  ['Manager ID (optional)', 'managerId'],
  ['Manager ID, if any', 'managerId'],
  ['Working days [in days] (optional)', 'workingDays'],
  ['Past trips duration (days)', 'pastTripsDuration'],
  ['Start date (DD/MM/YYYY)', 'startDate'],
  ['Start date (required, yyyy-mm-dd)', 'startDate'],
  ['Sales contracts (Yes/No)', 'salesContracts'],
  ['Legal right to work (Yes / No / Unsure)', 'legalRight'],
])('recognises %s as %s', async (heading, field) => {
  const label = assess.fields[field]?.label ?? '';
  const others = headings.filter((text) => text !== label);
  const { columns } = await read([[...others, heading], createAnyValues()]);
  expect(columns.fields.get(field)).toBe(others.length);
});

test.each([
  ['Manager ID (HR)', 'Manager ID'],
  ['Working days (hours)', 'Working days'],
  ['Manager ID [of the team]', 'Manager ID'],
])('does not read %s, and asks whether %s is meant', async (heading, label) => {
  const { columns, notes } = await read([[...headings, heading], createAnyValues()]);
  expect([...columns.fields.values()]).not.toContain(headings.length);
  expect(inWords(notes)).toContain(
    `Column P has the heading "${heading}", which is not read; did you mean "${label}"?`,
  );
});

test('does not read a near match of a required heading, and asks whether that heading is meant', async () => {
  const message = await readRefusal(
    read(renameHeading('Destination country', 'Destinaton country')),
  );
  expect(message).toContain('Missing: Destination country.');
  expect(message).toContain(
    'Column F has the heading "Destinaton country", which is not read; did you mean "Destination country"?',
  );
});

test('does not note a heading that lacks a word of the right heading', async () => {
  const { notes } = await read(toTable({ ...trip, Approved: 'yes', Manager: 'Bo', 'Work day': 5 }));
  expect(inWords(notes)).toEqual([
    'Column R has the heading "Work day", which is not read; did you mean "Working days"?',
  ]);
});

test('does not note a near match beside the right heading', async () => {
  const { notes } = await read(toTable({ ...trip, 'Employee IDs': 'x', 'Start dat': 'y' }));
  expect(notes).toEqual([]);
});

test.each(['Name', 'E-mail', 'Comment', 'Cost centre', 'Department', 'Status', 'Date', 'Salary'])(
  'does not recognise %s as the heading of an input',
  async (heading) => {
    const { columns, notes } = await read(toTable({ ...trip, [heading]: 'x' }));
    expect(columns.fields.size).toBe(headings.length);
    expect(notes).toEqual([]);
  },
);

test('refuses two columns for the same input until one is chosen, and names their letters', async () => {
  const message = await readRefusal(read(toTable({ ...trip, 'Staff ID': '4' })));
  expect(message).toBe(
    'Columns A ("Employee ID") and P ("Staff ID") both look like Employee ID. Rename one of them, or choose one with --columns.',
  );
  const { columns } = await read(toTable({ ...trip, 'Staff ID': '4' }), {
    columns: { employeeId: 'staff id' },
  });
  expect(columns.fields.get('employeeId')).toBe(15);
});

test('ignores two unknown columns with the same heading', async () => {
  const { rows } = await read([
    [...headings, 'Remark', 'Remark', ''],
    [...Object.values(trip), 'a', 'b', 'c'],
  ]);
  expect(rows).toHaveLength(1);
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'reads a sheet with the heading %s',
  async (heading) => {
    const { rows, columns } = await read([
      [heading, ...headings, heading],
      ['x', ...Object.values(trip), 'y'],
    ]);
    expect(rows[0]?.inputs?.employeeId).toBe('00123');
    expect(columns.fields.size).toBe(headings.length);
  },
);

test('skips titles and remarks above the headings', async () => {
  const { headerRow, rows } = await read([
    ['Remote hires of the fourth quarter'],
    undefined,
    ['Prepared by', 'HR', undefined, 'Destination'],
    ...toTable(trip, hire),
  ]);
  expect([headerRow, rows.map(({ number }) => number)]).toEqual([4, [5, 6]]);
});

test('finds headings in row 60', async () => {
  const above = Array.from({ length: 59 }, (_, index) => [`Remark ${index}`]);
  const { headerRow } = await read([...above, ...toTable(trip)]);
  expect(headerRow).toBe(60);
});

test('reads headings below the searched rows with --header-row', async () => {
  const table = [...Array.from({ length: 299 }, () => ['x']), ...toTable(trip)];
  expect(await readRefusal(read(table))).toContain('choose the heading row with --header-row');
  const { headerRow, rows } = await read(table, { headerRow: 300 });
  expect([headerRow, rows[0]?.number]).toEqual([300, 301]);
});

test('skips and notes repeated headings among the rows', async () => {
  const [first = [], row = []] = toTable(trip);
  const { rows, notes } = await read([first, row, first, row]);
  expect(rows.map(({ number }) => number)).toEqual([2, 4]);
  expect(inWords(notes)).toEqual(['Row 3 repeats the headings and is skipped.']);
});

test('skips rows without inputs, and notes them unless only our columns have values', async () => {
  const [first = [], row = []] = toTable({ ...trip, Name: 'Anna', 'Assessment status': 'Scored' });
  const blank = headings.map(() => undefined);
  const { rows, notes } = await read([
    first,
    row,
    [...blank, 'Ben'],
    [...blank, undefined, 'Invalid'],
    [...blank, '\u200B\u00A0'],
  ]);
  expect(rows).toHaveLength(1);
  expect(inWords(notes)).toEqual([
    'Row 3 has no values in the columns that are read and is skipped.',
  ]);
});

test('uses a later sheet if the earlier sheets do not fit', async () => {
  const file = toFile({
    'Read me': [['How to fill this in'], ['Start'], ['Start', 'Begin date']],
    Twice: [['Employee ID', 'Staff ID', 'Purpose']],
    Hires: toTable(hire),
  });
  const { sheet } = await readSheet(file, { inputs: assess });
  expect(sheet).toBe('Hires');
  expect(
    (await readSheet(file, { inputs: assess, columns: { employeeId: 'Employee ID' } })).sheet,
  ).toBe('Hires');
});

test('uses a hidden sheet only if it is chosen', async () => {
  const file = toFile({ '[Data]': toTable(hire), Summary: [['Total'], [4]] });
  expect(await readRefusal(readSheet(file, { inputs: assess }))).toContain(
    'The hidden sheet "Data" has them: use it with --sheet "Data".',
  );
  const { sheet } = await readSheet(file, { inputs: assess, sheet: ' data ' });
  expect(sheet).toBe('Data');
});

test('refuses a visible sheet without required headings beside a hidden sheet that cannot be read', async () => {
  const file = toFile({ '[Data]': [], Hires: [['Total'], [4]] });
  const rows: SheetFile['rows'] = (sheet) => {
    if (sheet === 'Data') throw new SheetError({ code: 'other', text: 'Broken' });
    return file.rows(sheet);
  };
  const refusal = readRefusal(readSheet({ ...file, rows }, { inputs: assess }));
  expect(await refusal).toContain('row 1 of the sheet "Hires" has none');
});

test('maps columns by their headings with --columns, and refuses headings that the sheet lacks', async () => {
  const table = renameHeading('Employee ID', 'Payroll key');
  const { columns } = await read(table, { columns: { employeeId: ' payroll KEY' } });
  expect(columns.fields.get('employeeId')).toBe(0);
  expect(await readRefusal(read(table, { columns: { employeeId: 'Payrol key' } }))).toContain(
    '--columns names the heading "Payrol key" for employeeId, which the sheet does not have. Its headings are: Payroll key, Purpose,',
  );
});

test('reads two inputs from one column', async () => {
  const { Residency: _, ...others } = trip;
  const { columns } = await read(toTable(others), { columns: { residency: 'Citizenship' } });
  expect([columns.fields.get('residency'), columns.fields.get('citizenship')]).toEqual([4, 4]);
});

test('uses the values of --set instead of columns', async () => {
  const { Purpose: _, ...others } = trip;
  const { rows } = await read(toTable(others), {
    set: { purpose: 'work from anywhere', seniority: 'LOW' },
  });
  expect(rows[0]?.inputs).toMatchObject({
    purpose: 'Work From Anywhere',
    seniority: 'Low',
  });
});

test('reads a sheet without known headings if --set gives all required inputs', async () => {
  const set = {
    employeeId: '00123',
    purpose: 'Work From Anywhere',
    seniority: 'Mid',
    roleType: 'Other',
    citizenship: 'Germany',
    destination: 'Portugal',
    residency: 'Germany',
    salesContracts: 'No',
    pastTripsDuration: '0',
    legalRight: 'Yes',
    benefitLocalMarket: 'No',
    startDate: '2026-11-03',
    endDate: '2026-11-20',
  };
  const table = [['Name', 'Team'], ['Anna', 'A'], undefined, [undefined, 'B']];
  const { headerRow, rows } = await read(table, { set });
  expect(headerRow).toBe(1);
  expect(rows.map(({ number, sameAs }) => [number, sameAs])).toEqual([
    [2, undefined],
    [4, 2],
  ]);
});

test('distinguishes unknown headings from no headings', async () => {
  const unknown = await readRefusal(
    read([
      ['Name', 'Team'],
      ['Anna', 'A'],
    ]),
  );
  expect(unknown).toContain(
    'No heading row was found; row 1 of the sheet "Hires" has none of the required headings.',
  );
  expect(unknown).toContain('Found: Name, Team.');
  expect(await readRefusal(read([[1, 2, 3], [4]]))).not.toContain('Found');
});

test.each<[string, Parameters<typeof toFile>[0], ReadingOptions, message: string]>([
  [
    'an empty row for --header-row',
    { Hires: toTable(trip) },
    { headerRow: 40 },
    'The file has nothing in row 40, the row given with --header-row.',
  ],
  [
    'a workbook whose sheets are all hidden',
    { '[Data]': toTable(hire) },
    {},
    'All sheets of the file are hidden. Choose one with --sheet.',
  ],
  [
    'a missing sheet',
    { A: [], B: [] },
    { sheet: 'C' },
    'There is no sheet "C". The file contains: "A", "B".',
  ],
  [
    'an empty sheet',
    { Hires: [] },
    {},
    'The file has no values. Fill in one row for each assessment; rwa template creates a sheet to start from.',
  ],
  [
    'headings without rows',
    { Hires: [headings] },
    {},
    'The sheet "Hires" has no rows below its headings in row 1. Add one row for each assessment.',
  ],
])('refuses %s', async (_, sheets, options, message) => {
  const reading = readSheet(toFile(sheets), { inputs: assess, ...options });
  expect(await readRefusal(reading)).toBe(message);
});

test('notes which of two ID columns is read', async () => {
  const { notes } = await read([
    ['Assessment ID', ...headings, 'Assessment status', 'Assessment ID'],
    [undefined, ...Object.values(trip)],
  ]);
  expect(inWords(notes)).toEqual([
    'Columns A and R both have the heading "Assessment ID"; only column R is read.',
  ]);
});

test('reads a sheet of 16,384 columns, and shortens the list of headings in a refusal', async () => {
  const wide = Array.from({ length: 16_384 - headings.length }, (_, index) => `Column ${index}`);
  const { rows } = await read([
    [...wide, ...headings],
    [...wide.map(() => 'x'), ...Object.values(trip)],
  ]);
  expect(rows[0]?.problems).toBeUndefined();
  const message = await readRefusal(read([wide, ['x']]));
  expect(message).toContain('Column 24 and 16344 more.');
  expect(message.length).toBeLessThan(1_500);
});
