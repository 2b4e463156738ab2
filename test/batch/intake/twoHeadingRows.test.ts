import { expect, test } from 'vitest';
import { readSheet } from '../../../batch/engine/intake/readSheet.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import { removeAccess } from '../../../batch/engine/operations/removeAccess.js';
import { SheetError } from '../../../sheets/sheet.js';
import {
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
const values = Object.values(trip);

/** The headings in the lower row by label, each with the group above it and its text. */
type Groups = Readonly<Record<string, readonly [group: string | undefined, name: string]>>;

/** Returns two heading rows. The headings that `groups` lacks are in the upper row. */
function createHeadingRows(groups: Groups) {
  const upper: Value[] = headings.map((text) => (text in groups ? groups[text]?.[0] : text));
  const lower: Value[] = headings.map((text) => groups[text]?.[1]);
  return [upper, lower];
}
const dates: Groups = {
  'Start date': ['Trip', 'Start date'],
  'End date': [undefined, 'End date'],
};
const readTableRefusal = (table: Table, options = {}) => readRefusal(read(table, options));

test('reads headings in two rows, with a group above some of them', async () => {
  const { headerRow, rows, notes, columns } = await read([
    ['Trips of the fourth quarter'],
    undefined,
    ...createHeadingRows(dates),
    values,
  ]);
  expect(headerRow).toBe(4);
  expect(columns.fields.size).toBe(headings.length);
  expect(rows.map(({ number, problems }) => [number, problems])).toEqual([[5, undefined]]);
  expect(inWords(notes)).toEqual(['The headings are read from rows 3 and 4.']);
});

test('reads headings that are mostly in the lower row', async () => {
  const groups = headings.slice(3).map((text, index) => {
    return [text, [index === 0 ? 'Details' : undefined, text]] as const;
  });
  const { headerRow, rows } = await read([
    ...createHeadingRows(Object.fromEntries(groups)),
    values,
  ]);
  expect([headerRow, rows[0]?.problems]).toEqual([2, undefined]);
});

test('joins a group and the name below it into one heading', async () => {
  const { columns } = await read([
    ...createHeadingRows({
      'Destination country': ['Destination', 'Country'],
      'Start date': ['Start', 'date'],
      'Number of hires': ['Number', 'of hires'],
    }),
    values,
  ]);
  expect(columns.fields.size).toBe(headings.length);
});

test.each([1, 2])('reads both heading rows with --header-row %i', async (headerRow) => {
  const { headerRow: found, rows } = await read([...createHeadingRows(dates), values], {
    headerRow,
  });
  expect([found, rows.length]).toEqual([2, 1]);
});

test('finds mapped headings in either row', async () => {
  const [upper = [], lower = []] = createHeadingRows(dates);
  const table = [
    upper.map((text) => (text === 'Employee ID' ? 'Payroll key' : text)),
    lower.map((text) => (text === 'End date' ? 'Until' : text)),
    values,
  ];
  const columns = { employeeId: 'Payroll key', endDate: 'Until' };
  const { rows } = await read(table, { columns });
  expect(rows[0]?.problems).toBeUndefined();
});

test('finds the headings for the ID and the name of a person in either row', async () => {
  const file = toFile({
    Leavers: [
      ['Staff ID', 'Person'],
      [undefined, 'First name', 'Last name'],
      ['E-1', 'Ada', 'Ek'],
    ],
  });
  const { headerRow, rows } = await readSheet(file, { inputs: removeAccess });
  expect([headerRow, rows[0]?.context]).toEqual([2, 'Ada Ek']);
});

test.each<[what: string, table: Table]>([
  [
    'a row that lacks values',
    [headings, values.map((value, index) => (index > 2 ? undefined : value))],
  ],
  ['the headings once more', [headings, headings, values]],
  [
    'a remark that is the name of an input',
    [headings, [...headings.map(() => undefined), 'Purpose']],
  ],
])('does not read %s below the headings as a second heading row', async (_what, table) => {
  const { headerRow } = await read([...table, values]);
  expect(headerRow).toBe(1);
});

const insertRow =
  'Insert a new row above the first person, write all headings into it, and choose it with --header-row.';

test('refuses headings in three rows, and advises to insert a new row', async () => {
  const [upper = [], lower = []] = createHeadingRows(dates);
  const table = [
    upper.map((text, column) => (column < 2 ? text : undefined)),
    upper.map((text, column) => (column < 2 ? undefined : text)),
    lower,
    values,
  ];
  expect(await readTableRefusal(table)).toContain(
    `Rows 2 and 3 of the sheet "Hires" do not have all required headings.\nRow 1 has headings too. ${insertRow}`,
  );
  const { rows } = await read(table.toSpliced(3, 0, headings), { headerRow: 4 });
  expect(rows.map(({ number, problems }) => [number, problems])).toEqual([[5, undefined]]);
});

test("never advises to overwrite a person's row that contains the name of an input", async () => {
  const purposeIndex = headings.indexOf('Purpose');
  const headingsWithoutPurpose = headings.toSpliced(purposeIndex, 1, 'Remarks');
  const person = values.toSpliced(purposeIndex, 1, 'Purpose');
  const message = await readTableRefusal([headingsWithoutPurpose, person, values]);
  expect(message).toContain(`Row 2 has headings too. ${insertRow}`);
  expect(message).toContain('in a separate row above the first person');
  expect(message).not.toContain('into row');
});

test('finds the result headings in the lower row', async () => {
  const [upper = [], lower = []] = createHeadingRows(dates);
  const { columns, rows } = await read([
    upper,
    [...lower, 'Assessment status', 'Assessment ID'],
    [...values, 'Scored', 'a-1'],
  ]);
  expect([columns.results.get('id'), rows[0]?.previous?.id]).toEqual([16, 'a-1']);
});

test('reports other visible sheets that fit and have rows', async () => {
  const sheets = {
    Q2: toTable(trip),
    '[Old]': toTable(trip),
    Empty: [headings],
    Q3: toTable(hire),
  };
  const { sheet, notes } = await readSheet(toFile(sheets), { inputs: assess });
  expect([sheet, inWords(notes)]).toEqual([
    'Q2',
    ['The sheet "Q3" also has the headings but is not read; use --sheet to choose it.'],
  ]);
  const withTwoOthers = await readSheet(toFile({ ...sheets, Q4: toTable(hire) }), {
    inputs: assess,
  });
  expect(inWords(withTwoOthers.notes)).toEqual([
    'The sheets "Q3", "Q4" also have the headings but are not read; use --sheet to choose one.',
  ]);
  const named = await readSheet(toFile(sheets), { inputs: assess, sheet: 'Q2' });
  expect(named.notes).toEqual([]);
});

test('ignores another sheet that cannot be read', async () => {
  const file = toFile({ Q2: toTable(trip), Broken: [] });
  const broken = new SheetError({ code: 'other', text: 'Broken' });
  const opened = {
    ...file,
    rows: (sheet: string) => {
      if (sheet === 'Broken') throw broken;
      return file.rows(sheet);
    },
  };
  expect((await readSheet(opened, { inputs: assess })).notes).toEqual([]);
});
