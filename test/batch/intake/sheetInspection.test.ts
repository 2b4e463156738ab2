import { expect, test } from 'vitest';
import { inspectSheet } from '../../../batch/engine/intake/sheetInspection.js';
import type { SheetFile, SheetRow } from '../../../sheets/sheet.js';
import { assess } from '../../../batch/engine/operations/assess.js';
import { inWords } from '../../../batch/cli/wording/wording.js';
import { fileOf, type Reading, type Table, tableOf, trip, type Value } from './tables.js';

const inspect = (sheets: Record<string, Table>, options: Reading = {}) =>
  inspectSheet(fileOf(sheets), { inputs: assess, ...options });
const columnsOf = ({ inputs }: Awaited<ReturnType<typeof inspect>>) =>
  Object.fromEntries(inputs.flatMap(({ name, column }) => (column ? [[name, column]] : [])));

const germanHeadings = [
  ...['Personalnr.', 'Anlass', 'Erfahrung', 'Rolle', 'Staatsangehörigkeit', 'Zielland', 'Wohnsitz'],
  ...['Verträge', 'Vorreisen', 'Arbeitserlaubnis', 'Markt', 'Stellen', 'Frist', 'Beginn', 'Ende'],
];
const [englishHeadings = [], row = []] = tableOf(trip);
const german: Table = [
  ['Einstellungen im vierten Quartal'],
  ['Abteilung', 'Vertrieb'],
  undefined,
  germanHeadings,
  row,
  row,
];

test('a sheet that fits says what is read from where', async () => {
  const found = await inspect({ Hires: tableOf({ ...trip, 'Assessment ID': '' }, trip) });
  expect(found).toMatchObject({ sheet: 'Hires', headerRow: 1, rows: 2, columnCount: 16 });
  expect(found.misfit).toBeUndefined();
  expect(columnsOf(found)).toMatchObject({ employeeId: 'A', endDate: 'O' });
  expect(found.columns.at(0)).toEqual({ letter: 'A', heading: 'Employee ID', isOurs: false });
  expect(found.columns.at(-1)).toEqual({ letter: 'P', heading: 'Assessment ID', isOurs: true });
  expect(found.preview[1]?.number).toBe(2);
  expect(found.preview[1]?.cells.slice(0, 3)).toEqual(['00123', 'Work From Anywhere', 'Mid']);
  expect(found.inputs.find(({ name }) => name === 'numberHires')).toMatchObject({
    ...{ label: 'Number of hires', required: 'whenItApplies', purpose: 'Hire From Anywhere' },
  });
  expect(found.inputs.find(({ name }) => name === 'seniority')).toMatchObject({
    ...{ kind: 'choice', values: ['Low', 'Mid', 'Senior'] },
  });
});

test('headings in another language are found by their looks, below titles and on the widest sheet', async () => {
  const guide: Table = [
    ['Hinweis', 'Bedeutung'],
    ['rot', 'fehlt'],
    ['grün', 'da'],
  ];
  const found = await inspect({ Anleitung: guide, Daten: german, '[Alt]': german });
  expect(found).toMatchObject({ sheet: 'Daten', headerRow: 4, rows: 2 });
  expect(found.worksheets).toEqual([
    { name: 'Anleitung', visible: true },
    { name: 'Daten', visible: true },
    { name: 'Alt', visible: false },
  ]);
  expect(found.columns.map(({ heading }) => heading)).toEqual(germanHeadings);
  expect(found.misfit && inWords(found.misfit)).toContain('row 4 of the sheet "Daten"');
  expect(columnsOf(found)).toEqual({});
});

test('with its columns chosen by letters, the same sheet fits', async () => {
  const known = columnsOf(await inspect({ Hires: [englishHeadings, row] }));
  const columns = Object.fromEntries(
    Object.entries(known).map(([name, column]) => [name, { column }]),
  );
  const found = await inspect({ Daten: german }, { columns });
  expect(found.misfit).toBeUndefined();
  expect([found.headerRow, columnsOf(found)]).toEqual([4, known]);
});

test('columns that are unclear are a misfit, and all others are found all the same', async () => {
  const table: Table = [[...englishHeadings, 'Nationality'], row];
  const columns = { residency: { column: '7' }, seniority: 'Rank' };
  const alike = await inspect({ Hires: table });
  expect(alike.misfit?.code).toBe('columnsAlike');
  expect(columnsOf(alike)).toMatchObject({ citizenship: 'E', endDate: 'O' });
  const wrong = await inspect({ Hires: table }, { columns });
  expect(wrong.misfit?.code).toBe('mappedColumnMissing');
  expect(columnsOf(wrong)).not.toHaveProperty('residency');
  expect(columnsOf(wrong)).not.toHaveProperty('seniority');
});

test.each([
  ['an empty file', { Hires: [] }, {}, 'sheetEmpty'],
  ['a heading row that is empty', { Hires: tableOf(trip) }, { headerRow: 9 }, 'headerRowEmpty'],
  ['headings without rows', { Hires: [englishHeadings] }, {}, 'noRows'],
  ['hidden sheets', { '[Hires]': tableOf(trip) }, {}, undefined],
] as const)('%s is inspected, too', async (_, sheets, options, misfit) => {
  const found = await inspect(sheets, options);
  expect([found.sheet, found.misfit?.code]).toEqual(['Hires', misfit]);
});

test('a worksheet that is not there any more is not chosen', async () => {
  expect(await inspect({ Hires: tableOf(trip) }, { sheet: 'Q3' })).toMatchObject({
    ...{ sheet: 'Hires', misfit: undefined },
  });
});

test('the same headings have the same key, however they are written and with results beside them', async () => {
  const key = async (headings: readonly Value[]) =>
    (await inspect({ Hires: [headings, row] })).headingsKey;
  const own = await key(englishHeadings);
  expect(own).toMatch(/^\S{22}$/);
  const others = englishHeadings.map((text) =>
    typeof text === 'string' ? ` ${text.toUpperCase()} ` : text,
  );
  expect(await key([...others, 'Assessment status', 'Assessment ID'])).toBe(own);
  expect(await key([...englishHeadings].reverse())).not.toBe(own);
  expect((await inspect({ Hires: [['x'], ['y']] })).headingsKey).toBeDefined();
});

test('it is told whether the order of dates matters, and which one the others show', async () => {
  const dates = async (...starts: string[]) => {
    const entries = starts.map((start) => ({ ...trip, 'Start date': start }));
    const found = await inspect({ Hires: tableOf(...entries) }, { dateOrder: 'mdy' });
    return [found.datesAreAmbiguous, found.dateOrderShown];
  };
  expect(await dates('2026-11-03')).toEqual([false, undefined]);
  expect(await dates('03.11.2026', '13.11.2026')).toEqual([true, 'dmy']);
  expect(await dates('03/11/2026', '13/11/2026', '11/13/2026')).toEqual([true, undefined]);
});

test('of 100,000 rows only the first are kept, with those below headings that are further down', async () => {
  const table = fileOf({ Hires: tableOf(trip) });
  const [heading, first] = await rowsOf(table);
  const file: SheetFile = {
    ...table,
    // eslint-disable-next-line @typescript-eslint/require-await -- rows are there already
    async *rows() {
      for (let number = 1; number <= 100_000; number += 1_000) {
        yield Array.from({ length: 1_000 }, (_, index): SheetRow => {
          const at = number + index;
          if (at < 20) return { number: at, cells: [{ kind: 'text', text: `Note ${at}` }] };
          return { number: at, cells: (at === 20 ? heading : first)?.cells ?? [] };
        });
      }
    },
  };
  const found = await inspectSheet(file, { inputs: assess });
  expect(found).toMatchObject({ headerRow: 20, rows: 99_980, misfit: undefined });
  expect(found.preview.map(({ number }) => number)).toEqual([
    ...Array.from({ length: 12 }, (_, index) => index + 1),
    ...[20, 21, 22, 23, 24],
  ]);
});

async function rowsOf(file: SheetFile): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const batch of file.rows('Hires')) rows.push(...batch);
  return rows;
}
