import { expect, test } from 'vitest';
import { hire, inWords, read, refusalOf, type Table, tableOf, trip } from './tables.js';

const germanHeadings = Object.keys(trip).map((_, index) => `Spalte ${index + 1}`);
const german: Table = [['Antrag'], undefined, germanHeadings, tableOf(trip)[1] ?? []];
const byLetters = Object.fromEntries(
  [
    ...['employeeId', 'purpose', 'seniority', 'roleType', 'citizenship', 'destination'],
    ...['residency', 'salesContracts', 'pastTripsDuration', 'legalRight', 'benefitLocalMarket'],
    ...['numberHires', 'urgency', 'startDate', 'endDate'],
  ].map((name, index) => [name, { column: String.fromCharCode(65 + index) }]),
);
/** The same table with other headings. */
const headed = (table: Table, headings: Readonly<Record<string, string>>): Table =>
  table.map((row, index) =>
    index === 0
      ? row?.map((text) => (typeof text === 'string' ? (headings[text] ?? text) : text))
      : row,
  );

test('a sheet in another language is read by the letters of its columns, below its titles', async () => {
  const { headerRow, rows } = await read(german, { columns: byLetters });
  const [row] = (await read(tableOf(trip))).rows;
  expect(headerRow).toBe(3);
  expect(rows.map(({ inputs }) => inputs)).toEqual([row?.inputs]);
});

test('of two columns with the same heading, the chosen one is read, and nothing is said of the other', async () => {
  const table = headed(tableOf({ ...trip, other: 'France' }), { other: 'Citizenship' });
  expect(await refusalOf(read(table))).toContain('both look like Citizenship');
  const { rows, notes } = await read(table, { columns: { citizenship: { column: 'P' } } });
  expect(rows[0]?.inputs).toMatchObject({ citizenship: 'France' });
  expect(inWords(notes)).toEqual([]);
});

test('a chosen column with another heading, or none, is told', async () => {
  const table = headed(tableOf({ ...trip, Land: 'France', none: 'Spain' }), { none: '' });
  const { rows, notes } = await read(table, {
    columns: { citizenship: { column: 'p' }, residency: { column: 'Q' } },
  });
  expect(rows[0]?.inputs).toMatchObject({ citizenship: 'France', residency: 'Spain' });
  expect(inWords(notes)).toEqual([
    'Citizenship is read from column P, "Land" (--columns).',
    'Residency is read from column Q, which has no heading (--columns).',
  ]);
});

test('an input that no column has is not read, whatever a heading looks like', async () => {
  const table = tableOf({ ...hire, 'Working days': 'as agreed', 'Manger ID': '7' });
  const { rows, notes } = await read(table, { columns: { workingDays: null, managerId: null } });
  expect(rows[0]?.problems).toBeUndefined();
  expect(rows[0]?.inputs).not.toHaveProperty('workingDays');
  expect(inWords(notes)).toEqual([]);
});

test('an input that is needed and that no column has is missing', async () => {
  const reading = read(tableOf(trip), { columns: { citizenship: null } });
  expect(await refusalOf(reading)).toContain('Missing: Citizenship.');
});

test.each(['AB', '4', ''])(
  'the column %j, which the sheet does not have, is refused',
  async (column) => {
    expect(await refusalOf(read(tableOf(trip), { columns: { citizenship: { column } } }))).toBe(
      `--columns names column ${column} for citizenship, which the sheet does not have. Its last column is O.`,
    );
  },
);

test('a column in which a run has written its results is refused', async () => {
  const table = tableOf({ ...trip, 'Assessment status': 'Scored', 'Assessment ID': '1x1' });
  const knownColumns = new Map([['Hires', { status: 'Assessment status', id: 'Assessment ID' }]]);
  const columns = { employeeId: { column: 'Q' } };
  expect(await refusalOf(read(table, { columns, knownColumns }))).toContain('Assessment ID');
});
