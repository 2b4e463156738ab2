import { expect, test } from 'vitest';
import { assessmentFields } from '../../../src/assessmentFields.js';
import {
  fileOf,
  hire,
  inWords,
  read,
  refusalOf,
  type Table,
  tableOf,
  trip,
  type Value,
} from './tables.js';
import { readSheet } from '../../../batch/engine/intake/readSheet.js';
import { assess } from '../../../batch/engine/operations/assess.js';

const headings = Object.keys(trip);
const renamed = (from: string, to: string): Table =>
  tableOf(trip).map((row, index) =>
    index === 0 ? row.map((value) => (value === from ? to : value)) : row,
  );

test('every name, label and alias of every input is a heading', async () => {
  for (const [name, { label, aliases }] of Object.entries(assessmentFields)) {
    for (const heading of [name, label, ...(aliases as readonly string[])]) {
      const { columns } = await read([
        [...headings.filter((text) => text !== label), heading],
        trip_(),
      ]).catch((error: unknown) => {
        throw new Error(`${heading}: ${(error as Error).message}`);
      });
      expect([heading, columns.fields.get(name as keyof typeof assessmentFields)]).toEqual([
        heading,
        headings.includes(label) ? headings.length - 1 : headings.length,
      ]);
    }
  }
});

// Values do not matter for headings: a row with an id is a row.
const trip_ = (): Value[] => ['00123', ...headings.map(() => 'x')];

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
])('%j is the heading Employee ID', async (heading) => {
  const { columns } = await read(renamed('Employee ID', heading));
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
])('%s is the heading of %s', async (heading, field) => {
  const label = assess.fields[field]?.label ?? '';
  const others = headings.filter((text) => text !== label);
  const { columns } = await read([[...others, heading], trip_()]);
  expect(columns.fields.get(field)).toBe(others.length);
});

test.each([
  ['Manager ID (HR)', 'Manager ID'],
  ['Working days (hours)', 'Working days'],
  ['Manager ID [of the team]', 'Manager ID'],
])('%s is not read, and a note asks whether %s is meant', async (heading, label) => {
  const { columns, notes } = await read([[...headings, heading], trip_()]);
  expect([...columns.fields.values()]).not.toContain(headings.length);
  expect(inWords(notes)).toContain(
    `Column P has the heading "${heading}", which is not read; did you mean "${label}"?`,
  );
});

test('headings that nearly match are asked about, and not read', async () => {
  const message = await refusalOf(read(renamed('Destination country', 'Destinaton country')));
  expect(message).toContain('Missing: Destination country.');
  expect(message).toContain(
    'Column F has the heading "Destinaton country", which is not read; did you mean "Destination country"?',
  );
});

test('an optional heading that nearly matches is a note', async () => {
  const { notes } = await read(tableOf({ ...trip, 'Workin days': 12 }));
  expect(inWords(notes)).toEqual([
    'Column P has the heading "Workin days", which is not read; did you mean "Working days"?',
  ]);
});

test('a heading that lacks a word of ours is another thing, and nothing is said of it', async () => {
  const { notes } = await read(tableOf({ ...trip, Approved: 'yes', Manager: 'Bo', 'Work day': 5 }));
  expect(inWords(notes)).toEqual([
    'Column R has the heading "Work day", which is not read; did you mean "Working days"?',
  ]);
});

test('beside the right heading, one that nearly matches is left in peace', async () => {
  const { notes } = await read(tableOf({ ...trip, 'Employee IDs': 'x', 'Start dat': 'y' }));
  expect(notes).toEqual([]);
});

test.each(['Name', 'E-mail', 'Comment', 'Cost centre', 'Department', 'Status', 'Date', 'Salary'])(
  '%s is no heading of ours',
  async (heading) => {
    const { columns, notes } = await read(tableOf({ ...trip, [heading]: 'x' }));
    expect(columns.fields.size).toBe(headings.length);
    expect(notes).toEqual([]);
  },
);

test('two columns for the same input are refused by their letters', async () => {
  const message = await refusalOf(read(tableOf({ ...trip, 'Staff ID': '4' })));
  expect(message).toBe(
    'Columns A ("Employee ID") and P ("Staff ID") both look like Employee ID. Rename one of them, or choose one with --columns.',
  );
  const { columns } = await read(tableOf({ ...trip, 'Staff ID': '4' }), {
    columns: { employeeId: 'staff id' },
  });
  expect(columns.fields.get('employeeId')).toBe(15);
});

test('two columns of the same heading that is none of ours do no harm', async () => {
  const { rows } = await read([
    [...headings, 'Remark', 'Remark', ''],
    [...Object.values(trip), 'a', 'b', 'c'],
  ]);
  expect(rows).toHaveLength(1);
});

test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
  'the heading %s is survived',
  async (heading) => {
    const { rows, columns } = await read([
      [heading, ...headings, heading],
      ['x', ...Object.values(trip), 'y'],
    ]);
    expect(rows[0]?.inputs?.employeeId).toBe('00123');
    expect(columns.fields.size).toBe(headings.length);
  },
);

test('titles and remarks above the headings are passed over', async () => {
  const { headerRow, rows } = await read([
    ['Remote hires of the fourth quarter'],
    undefined,
    ['Prepared by', 'HR', undefined, 'Destination'],
    ...tableOf(trip, hire),
  ]);
  expect([headerRow, rows.map(({ number }) => number)]).toEqual([4, [5, 6]]);
});

test('headings are found as far down as row 60', async () => {
  const above = Array.from({ length: 59 }, (_, index) => [`Remark ${index}`]);
  const { headerRow } = await read([...above, ...tableOf(trip)]);
  expect(headerRow).toBe(60);
});

test('headings further down than is searched are named with --header-row', async () => {
  const table = [...Array.from({ length: 299 }, () => ['x']), ...tableOf(trip)];
  expect(await refusalOf(read(table))).toContain('choose the heading row with --header-row');
  const { headerRow, rows } = await read(table, { headerRow: 300 });
  expect([headerRow, rows[0]?.number]).toEqual([300, 301]);
});

test('--header-row with nothing in that row is refused', async () => {
  const message = 'The file has nothing in row 40, the row given with --header-row.';
  expect(await refusalOf(read(tableOf(trip), { headerRow: 40 }))).toBe(message);
});

test('the headings once more among the rows are skipped, and said', async () => {
  const [first = [], row = []] = tableOf(trip);
  const { rows, notes } = await read([first, row, first, row]);
  expect(rows.map(({ number }) => number)).toEqual([2, 4]);
  expect(inWords(notes)).toEqual(['Row 3 repeats the headings and is skipped.']);
});

test('rows with a value but no input are skipped, and said; our own columns do not count', async () => {
  const [first = [], row = []] = tableOf({ ...trip, Name: 'Anna', 'Assessment status': 'Scored' });
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

test('the second sheet is used when the first does not fit', async () => {
  const file = fileOf({
    'Read me': [['How to fill this in'], ['Start'], ['Start', 'Begin date']],
    Twice: [['Employee ID', 'Staff ID', 'Purpose']],
    Hires: tableOf(hire),
  });
  const { sheet } = await readSheet(file, { inputs: assess });
  expect(sheet).toBe('Hires');
  expect(
    (await readSheet(file, { inputs: assess, columns: { employeeId: 'Employee ID' } })).sheet,
  ).toBe('Hires');
});

test('a hidden sheet is used only when it is named', async () => {
  const file = fileOf({ '[Data]': tableOf(hire), Summary: [['Total'], [4]] });
  expect(await refusalOf(readSheet(file, { inputs: assess }))).toContain(
    'The hidden sheet "Data" has them: use it with --sheet "Data".',
  );
  const { sheet } = await readSheet(file, { inputs: assess, sheet: ' data ' });
  expect(sheet).toBe('Data');
});

test('a workbook whose sheets are all hidden says so', async () => {
  expect(await refusalOf(readSheet(fileOf({ '[Data]': tableOf(hire) }), { inputs: assess }))).toBe(
    'All sheets of the file are hidden. Choose one with --sheet.',
  );
});

test('a sheet that does not exist is refused with those that do', async () => {
  const message = await refusalOf(
    readSheet(fileOf({ A: [], B: [] }), { inputs: assess, sheet: 'C' }),
  );
  expect(message).toBe('There is no sheet "C". The file contains: "A", "B".');
});

test('--columns names columns by their headings', async () => {
  const table = renamed('Employee ID', 'Payroll key');
  const { columns } = await read(table, { columns: { employeeId: ' payroll KEY' } });
  expect(columns.fields.get('employeeId')).toBe(0);
  expect(await refusalOf(read(table, { columns: { employeeId: 'Payrol key' } }))).toContain(
    '--columns names the heading "Payrol key" for employeeId, which the sheet does not have. Its headings are: Payroll key, Purpose,',
  );
});

test('one column may serve two inputs', async () => {
  const { Residency: _, ...others } = trip;
  const { columns } = await read(tableOf(others), { columns: { residency: 'Citizenship' } });
  expect([columns.fields.get('residency'), columns.fields.get('citizenship')]).toEqual([4, 4]);
});

test('--set stands for a column, and wins over one', async () => {
  const { Purpose: _, ...others } = trip;
  const { rows } = await read(tableOf(others), {
    set: { purpose: 'work from anywhere', seniority: 'LOW' },
  });
  expect(rows[0]?.inputs).toMatchObject({
    purpose: 'Work From Anywhere',
    seniority: 'Low',
  });
});

test('a sheet without any known heading works when --set gives all that is needed', async () => {
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

test('unknown headings only, and no headings at all, are said as such', async () => {
  const unknown = await refusalOf(
    read([
      ['Name', 'Team'],
      ['Anna', 'A'],
    ]),
  );
  expect(unknown).toContain(
    'No heading row was found; row 1 of the sheet "Hires" has none of the required headings.',
  );
  expect(unknown).toContain('Found: Name, Team.');
  expect(await refusalOf(read([[1, 2, 3], [4]]))).not.toContain('Found');
});

test('an empty sheet, and headings without a row, say what to do', async () => {
  expect(await refusalOf(read([]))).toContain('has no values');
  expect(await refusalOf(read([headings]))).toBe(
    'The sheet "Hires" has no rows below its headings in row 1. Add one row for each assessment.',
  );
});

test('our own columns are found wherever they stand, when the journal names them', async () => {
  const table = [
    ['Overall trip risk', 'ASSESSMENT id', ...headings, 'Assessment status', 'Assessment status'],
    [undefined, undefined, ...Object.values(trip)],
  ];
  const unmistakable = [
    ['status', 17],
    ['id', 1],
  ] as const;
  expect((await read(table)).columns.results).toEqual(new Map(unmistakable));
  const knownColumns = new Map([['Hires', { overallTrip: 'Overall trip risk' }]]);
  expect((await read(table, { knownColumns })).columns.results).toEqual(
    new Map([...unmistakable, ['overallTrip', 0]]),
  );
});

test('of two columns with the ids, the one that is read is named', async () => {
  const { notes } = await read([
    ['Assessment ID', ...headings, 'Assessment status', 'Assessment ID'],
    [undefined, ...Object.values(trip)],
  ]);
  expect(inWords(notes)).toEqual([
    'Columns A and R both have the heading "Assessment ID"; only column R is read.',
  ]);
});

test('a sheet of 16,384 columns is read, and its headings are not all told', async () => {
  const wide = Array.from({ length: 16_384 - headings.length }, (_, index) => `Column ${index}`);
  const { rows } = await read([
    [...wide, ...headings],
    [...wide.map(() => 'x'), ...Object.values(trip)],
  ]);
  expect(rows[0]?.problems).toBeUndefined();
  const message = await refusalOf(read([wide, ['x']]));
  expect(message).toContain('Column 24 and 16344 more.');
  expect(message.length).toBeLessThan(1_500);
});
