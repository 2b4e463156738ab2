import { expect, test } from 'vitest';
import { hire, inWords, read, readRefusal, type Table, toTable, trip } from './tables.js';

const germanHeadings = Object.keys(trip).map((_, index) => `Spalte ${index + 1}`);
const germanTable: Table = [['Antrag'], undefined, germanHeadings, toTable(trip)[1] ?? []];
const byLetters = Object.fromEntries(
  [
    'employeeId',
    'purpose',
    'seniority',
    'roleType',
    'citizenship',
    'destination',
    'residency',
    'salesContracts',
    'pastTripsDuration',
    'legalRight',
    'benefitLocalMarket',
    'numberHires',
    'urgency',
    'startDate',
    'endDate',
  ].map((name, index) => [name, { column: String.fromCharCode(65 + index) }]),
);
const renameHeadings = (table: Table, headings: Readonly<Record<string, string>>): Table =>
  table.map((row, index) =>
    index === 0
      ? row?.map((text) => (typeof text === 'string' ? (headings[text] ?? text) : text))
      : row,
  );

test('reads a sheet in another language by the letters of its columns', async () => {
  const { headerRow, rows } = await read(germanTable, { columns: byLetters });
  const [row] = (await read(toTable(trip))).rows;
  expect(headerRow).toBe(3);
  expect(rows.map(({ inputs }) => inputs)).toEqual([row?.inputs]);
});

test('reads the chosen column if two columns have the same heading', async () => {
  const table = renameHeadings(toTable({ ...trip, other: 'France' }), { other: 'Citizenship' });
  expect(await readRefusal(read(table))).toContain('both look like Citizenship');
  const { rows, notes } = await read(table, { columns: { citizenship: { column: 'P' } } });
  expect(rows[0]?.inputs).toMatchObject({ citizenship: 'France' });
  expect(inWords(notes)).toEqual([]);
});

test('notes a chosen column whose heading does not match, or is missing', async () => {
  const table = renameHeadings(toTable({ ...trip, Land: 'France', none: 'Spain' }), { none: '' });
  const { rows, notes } = await read(table, {
    columns: { citizenship: { column: 'p' }, residency: { column: 'Q' } },
  });
  expect(rows[0]?.inputs).toMatchObject({ citizenship: 'France', residency: 'Spain' });
  expect(inWords(notes)).toEqual([
    'Citizenship is read from column P, "Land" (--columns).',
    'Residency is read from column Q, which has no heading (--columns).',
  ]);
});

test('reads no column for an input that is mapped to null', async () => {
  const table = toTable({ ...hire, 'Working days': 'as agreed', 'Manger ID': '7' });
  const { rows, notes } = await read(table, { columns: { workingDays: null, managerId: null } });
  expect(rows[0]?.problems).toBeUndefined();
  expect(rows[0]?.inputs).not.toHaveProperty('workingDays');
  expect(inWords(notes)).toEqual([]);
});

test('refuses a sheet if a required input is mapped to null', async () => {
  const reading = read(toTable(trip), { columns: { citizenship: null } });
  expect(await readRefusal(reading)).toContain('Missing: Citizenship.');
});

test.each(['AB', '4', ''])(
  'refuses the column %j, which the sheet does not have',
  async (column) => {
    expect(await readRefusal(read(toTable(trip), { columns: { citizenship: { column } } }))).toBe(
      `--columns names column ${column} for citizenship, which the sheet does not have. Its last column is O.`,
    );
  },
);

test('refuses to read an input from a column with the results of a run', async () => {
  const table = toTable({ ...trip, 'Assessment status': 'Scored', 'Assessment ID': '1x1' });
  const knownColumns = new Map([['Hires', { status: 'Assessment status', id: 'Assessment ID' }]]);
  const columns = { employeeId: { column: 'Q' } };
  expect(await readRefusal(read(table, { columns, knownColumns }))).toContain('Assessment ID');
});
