import { expect, test } from 'vitest';
import { findHeadingsKey, inspectSheet } from '../../../batch/engine/intake/sheetInspection.js';
import type { SheetFile, SheetRow } from '../../../sheets/sheet.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import { inWords } from '../../../batch/cli/wording/wording.js';
import { toFile, type ReadingOptions, type Table, toTable, trip } from './tables.js';

const inspect = (sheets: Record<string, Table>, options: ReadingOptions = {}) =>
  inspectSheet(toFile(sheets), { inputs: assess, ...options });
const toColumns = ({ inputs }: Awaited<ReturnType<typeof inspect>>) =>
  Object.fromEntries(inputs.flatMap(({ name, column }) => (column ? [[name, column]] : [])));
const toGuesses = ({ inputs }: Awaited<ReturnType<typeof inspect>>) =>
  Object.fromEntries(inputs.flatMap(({ name, guess }) => (guess ? [[name, guess.column]] : [])));

const germanHeadings = [
  'Personalnr.',
  'Anlass',
  'Erfahrung',
  'Rolle',
  'Staatsangehörigkeit',
  'Zielland',
  'Wohnsitz',
  'Verträge',
  'Vorreisen',
  'Arbeitserlaubnis',
  'Markt',
  'Stellen',
  'Frist',
  'Beginn',
  'Ende',
];
const [englishHeadings = [], row = []] = toTable(trip);
const germanTable: Table = [
  ['Einstellungen im vierten Quartal'],
  ['Abteilung', 'Vertrieb'],
  undefined,
  germanHeadings,
  row,
  row,
];

test('reports the columns, the first rows and the inputs of a sheet', async () => {
  const found = await inspect({ Hires: toTable({ ...trip, 'Assessment ID': '' }, trip) });
  expect(found).toMatchObject({ sheet: 'Hires', headerRow: 1, rows: 2, columnCount: 16 });
  expect(found.misfit).toBeUndefined();
  expect(toColumns(found)).toMatchObject({ employeeId: 'A', endDate: 'O' });
  expect(found.columns.at(0)).toEqual({ letter: 'A', heading: 'Employee ID', isOurs: false });
  expect(found.columns.at(-1)).toEqual({ letter: 'P', heading: 'Assessment ID', isOurs: true });
  expect(found.preview[1]?.number).toBe(2);
  expect(found.preview[1]?.cells.slice(0, 3)).toEqual(['00123', 'Work From Anywhere', 'Mid']);
  expect(found.inputs.find(({ name }) => name === 'numberHires')).toMatchObject({
    label: 'Number of hires',
    required: 'whenItApplies',
    purpose: 'Hire From Anywhere',
  });
  expect(found.inputs.find(({ name }) => name === 'seniority')).toMatchObject({
    kind: 'choice',
    values: ['Low', 'Mid', 'Senior'],
  });
});

test('guesses headings in another language, below titles, on the widest sheet', async () => {
  const guide: Table = [
    ['Hinweis', 'Bedeutung'],
    ['rot', 'fehlt'],
    ['grün', 'da'],
  ];
  const found = await inspect({ Anleitung: guide, Daten: germanTable, '[Alt]': germanTable });
  expect(found).toMatchObject({ sheet: 'Daten', headerRow: 4, rows: 2 });
  expect(found.worksheets).toEqual([
    { name: 'Anleitung', visible: true },
    { name: 'Daten', visible: true },
    { name: 'Alt', visible: false },
  ]);
  expect(found.columns.map(({ heading }) => heading)).toEqual(germanHeadings);
  expect(found.misfit && inWords(found.misfit)).toContain('Row 4 of the sheet "Daten"');
  expect(toColumns(found)).toEqual({});
  expect(toGuesses(found)).toMatchObject({ employeeId: 'A', destination: 'F', endDate: 'O' });
});

test('guesses no column for an input that has two similar headings or an exact heading', async () => {
  const headings = germanHeadings.with(1, 'Startdatum').with(8, 'Destination');
  const found = await inspect({ Daten: [headings, row] });
  expect(toColumns(found)).toEqual({ destination: 'I' });
  expect(toGuesses(found)).not.toHaveProperty('startDate');
  expect(toGuesses(found)).not.toHaveProperty('destination');
  expect(found.misfit).toMatchObject({
    nearMisses: [
      { column: 'B', heading: 'Startdatum', field: 'startDate' },
      { column: 'N', heading: 'Beginn', field: 'startDate' },
    ],
  });
});

test('prefers a row of exact headings, and reports a guess for an optional input without using it', async () => {
  const headings = [...englishHeadings, 'Führungskraft'];
  const found = await inspect({ Hires: [headings, [...row, 'M-1'], germanHeadings, row] });
  expect(found).toMatchObject({ headerRow: 1, misfit: undefined });
  expect(toColumns(found)).not.toHaveProperty('managerId');
  expect(toGuesses(found)).toEqual({ managerId: 'P' });
});

test('guesses headings in two rows, but not in a row of data', async () => {
  const upper = germanHeadings.map((heading) => {
    return heading === 'Ende' ? undefined : heading === 'Beginn' ? 'Reise' : heading;
  });
  const lower = germanHeadings.map((heading) =>
    ['Beginn', 'Ende'].includes(heading) ? heading : undefined,
  );
  const inTwoRows = await inspect({ Daten: [upper, lower, row, row] });
  expect(inTwoRows).toMatchObject({ headerRow: 2, rows: 2 });
  expect(toGuesses(inTwoRows)).toMatchObject({ employeeId: 'A', startDate: 'N', endDate: 'O' });
  const inOneRow = await inspect({ Daten: [germanHeadings, row.with(3, 'Führungskraft'), row] });
  expect(inOneRow).toMatchObject({ headerRow: 1, rows: 2 });
});

test('reports all guesses even if a column is chosen', async () => {
  const found = await inspect(
    { Daten: germanTable },
    { columns: { destination: { column: 'F' } } },
  );
  expect(toColumns(found)).toEqual({ destination: 'F' });
  expect(toGuesses(found)).toMatchObject({ destination: 'F', residency: 'G' });
});

test('a sheet in another language fits if its columns are chosen by letters', async () => {
  const known = toColumns(await inspect({ Hires: [englishHeadings, row] }));
  const columns = Object.fromEntries(
    Object.entries(known).map(([name, column]) => [name, { column }]),
  );
  const found = await inspect({ Daten: germanTable }, { columns });
  expect(found.misfit).toBeUndefined();
  expect([found.headerRow, toColumns(found)]).toEqual([4, known]);
});

test('reports unclear and missing columns as a misfit', async () => {
  const table: Table = [[...englishHeadings, 'Nationality'], row];
  const columns = { residency: { column: '7' }, seniority: 'Rank' };
  const alike = await inspect({ Hires: table });
  expect(alike.misfit?.code).toBe('columnsAlike');
  expect(toColumns(alike)).toMatchObject({ citizenship: 'E', endDate: 'O' });
  const wrong = await inspect({ Hires: table }, { columns });
  expect(wrong.misfit?.code).toBe('mappedColumnMissing');
  expect(toColumns(wrong)).not.toHaveProperty('residency');
  expect(toColumns(wrong)).not.toHaveProperty('seniority');
});

test.each([
  ['an empty file', { Hires: [] }, {}, 'sheetEmpty'],
  ['a heading row that is empty', { Hires: toTable(trip) }, { headerRow: 9 }, 'headerRowEmpty'],
  ['headings without rows', { Hires: [englishHeadings] }, {}, 'noRows'],
  ['a file with only a hidden sheet', { '[Hires]': toTable(trip) }, {}, undefined],
] as const)('inspects %s', async (_, sheets, options, misfit) => {
  const found = await inspect(sheets, options);
  expect([found.sheet, found.misfit?.code]).toEqual(['Hires', misfit]);
});

test('finds a chosen worksheet regardless of case and outer spaces', async () => {
  const sheets = { Hires: toTable(trip), Data: toTable(trip) };
  expect(await inspect(sheets, { sheet: ' data ' })).toMatchObject({ sheet: 'Data' });
});

test('ignores a chosen worksheet that no longer exists', async () => {
  expect(await inspect({ Hires: toTable(trip) }, { sheet: 'Q3' })).toMatchObject({
    sheet: 'Hires',
    misfit: undefined,
  });
});

test('the key of the headings ignores case, outer spaces and result columns, but not the order', async () => {
  const findKey = (...table: Table) =>
    findHeadingsKey(toFile({ Hires: table }), { inputs: assess });
  const key = await findKey(englishHeadings, row);
  expect(key).toMatch(/^\S{22}$/);
  const respelled = englishHeadings.map((text) =>
    typeof text === 'string' ? ` ${text.toUpperCase()} ` : text,
  );
  expect(await findKey([...respelled, 'Assessment status', 'Assessment ID'], row)).toBe(key);
  expect(await findKey([...englishHeadings].reverse(), row)).not.toBe(key);
  expect(await findKey(['x'], ['y'])).toBeDefined();
});

test('the key of the headings does not depend on the number of their row', async () => {
  const findKey = (table: Table, headerRow?: number) =>
    findHeadingsKey(toFile({ Daten: table }), { inputs: assess, headerRow });
  const key = await findKey(germanTable);
  expect(await findKey(germanTable, 4)).toBe(key);
  expect(await findKey(germanTable.slice(3))).toBe(key);
  expect(await findKey(germanTable, 5)).not.toBe(key);
  const twoRows: Table = [[undefined, 'Reise'], germanHeadings.with(5, 'Land'), row];
  expect(await findKey(twoRows, 2)).toBe(await findKey(twoRows));
});

test('reports whether the order of day and month matters, and which order the dates show', async () => {
  const inspectDates = async (...starts: string[]) => {
    const entries = starts.map((start) => ({ ...trip, 'Start date': start }));
    const found = await inspect({ Hires: toTable(...entries) }, { dateOrder: 'mdy' });
    return [found.datesAreAmbiguous, found.dateOrderShown];
  };
  expect(await inspectDates('2026-11-03')).toEqual([false, undefined]);
  expect(await inspectDates('03.11.2026', '13.11.2026')).toEqual([true, 'dmy']);
  expect(await inspectDates('03/11/2026', '13/11/2026', '11/13/2026')).toEqual([true, undefined]);
});

test('the preview contains the first 12 rows, the headings and four rows below', async () => {
  const table = toFile({ Hires: toTable(trip) });
  const [heading, first] = await readRows(table);
  const file: SheetFile = {
    ...table,
    // oxlint-disable-next-line typescript/require-await -- the rows are in memory
    async *rows() {
      for (let number = 1; number <= 100_000; number += 1_000) {
        yield Array.from({ length: 1_000 }, (_, index): SheetRow => {
          const rowNumber = number + index;
          if (rowNumber < 20) {
            return { number: rowNumber, cells: [{ kind: 'text', text: `Note ${rowNumber}` }] };
          }
          return { number: rowNumber, cells: (rowNumber === 20 ? heading : first)?.cells ?? [] };
        });
      }
    },
  };
  const found = await inspectSheet(file, { inputs: assess });
  expect(found).toMatchObject({ headerRow: 20, rows: 99_980, misfit: undefined });
  expect(found.preview.map(({ number }) => number)).toEqual([
    ...Array.from({ length: 12 }, (_, index) => index + 1),
    20,
    21,
    22,
    23,
    24,
  ]);
});

test.each([11, 12])(
  'the preview of a sheet with headings in row %i ends four rows below them',
  async (headerRow) => {
    const notes = Array.from({ length: headerRow - 1 }, (_, index) => [`Note ${index + 1}`]);
    const table = [...notes, ...toTable(...Array.from({ length: 6 }, () => trip))];
    const found = await inspect({ Hires: table });
    expect(found).toMatchObject({ headerRow, rows: 6 });
    expect(found.preview.map(({ number }) => number)).toEqual(
      Array.from({ length: headerRow + 4 }, (_, index) => index + 1),
    );
  },
);

async function readRows(file: SheetFile): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const batch of file.rows('Hires')) rows.push(...batch);
  return rows;
}
