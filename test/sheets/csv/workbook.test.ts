import ExcelJS from 'exceljs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { colours } from '../colours.js';
import { readPartText } from '../xlsx/workbookFixture.js';
import type { ResultValue, WrittenSheet } from '../../../sheets/sheet.js';
import { sheetWords } from '../../../sheets/words.js';
import { createFile, openForTest, readAllRows, readTexts } from './sheets.js';

const SCORED = ['Scored', 'https://x.example/1', 3.5, '2026-11-21T09:30:00.000Z'];

/** Opens a CSV file with this content and writes an Excel workbook beside it. */
async function writeWorkbook(
  content: string,
  results: Record<number, readonly ResultValue[]>,
  { name = 'hires.csv', headerRow = 1 } = {},
): Promise<WrittenSheet> {
  const file = await createFile(content, name);
  const sheet = await openForTest(file);
  return sheet.write({
    sheet: sheet.sheets[0]?.name ?? '',
    headerRow,
    columns: [
      { heading: 'Assessment status', kind: 'text' },
      { heading: 'Report link', kind: 'link' },
      { heading: 'Overall trip risk', kind: 'number', format: '0.0', colours },
      { heading: 'Assessed at', kind: 'dateTime' },
    ],
    results: (row) => results[row],
    output: path.join(path.dirname(file), 'scored.xlsx'),
    colourScale: true,
  });
}

it('a workbook of results from a CSV file keeps every cell as text, in its row', async () => {
  const rows = [
    'ID;Name;Note',
    '00042; Zoë ;"one\ntwo"',
    '=1+1;_x0041_;2026-11-03',
    '1,5;1E5;\'x & <y> "z"',
  ];
  const { path: output, notes } = await writeWorkbook(
    `Hires\n\n${rows.join('\n')}\n`,
    {},
    { headerRow: 3 },
  );
  expect(notes).toEqual([]);
  expect(await readTexts(await openForTest(output))).toEqual([
    [1, 'Hires'],
    [
      3,
      'ID',
      'Name',
      'Note',
      'Assessment status',
      'Report link',
      'Overall trip risk',
      'Assessed at',
    ],
    [4, '00042', ' Zoë ', 'one\ntwo'],
    [5, '=1+1', '_x0041_', '2026-11-03'],
    [6, '1,5', '1E5', '\'x & <y> "z"'],
  ]);
});

it('a workbook of results from a CSV file has scores as numbers, links that can be clicked, and times in UTC', async () => {
  const { path: output } = await writeWorkbook('ID,Name\n1,2\n3,4\n', {
    2: SCORED,
    3: ['=1+1', 'javascript:alert(1)', undefined, 'soon'],
  });
  const [, second, third] = await readAllRows(await openForTest(output));
  expect(second?.cells.slice(2)).toEqual([
    { kind: 'text', text: 'Scored' },
    { kind: 'text', text: 'https://x.example/1', link: 'https://x.example/1' },
    { kind: 'number', value: 3.5, text: '3.5' },
    { kind: 'date', iso: '2026-11-21T09:30:00' },
  ]);
  expect(third?.cells[2]).toEqual({ kind: 'text', text: '=1+1' });
  // The cell stays text even if it gets another format.
  const [formats = ''] =
    /<cellXfs.*<\/cellXfs>/s.exec(await readPartText(output, 'xl/styles.xml')) ?? [];
  const texts = [...formats.matchAll(/<xf [^>]*numFmtId="49"[^>]*>/g)].map(([xml]) => xml);
  expect(texts).not.toEqual([]);
  for (const xml of texts) expect(xml).toContain('quotePrefix="1"');
  expect(third?.cells[3]).toEqual({ kind: 'text', text: 'javascript:alert(1)' });

  const worksheet = await loadWorksheet(output);
  expect(worksheet.getCell('D2').formula).toBe('HYPERLINK("https://x.example/1")');
  expect(worksheet.getCell('D3').formula).toBeUndefined();
  expect(worksheet.getCell('E2').numFmt).toBe('0.0');
});

it('a workbook of results from a CSV file has NaN, and numbers in columns of another kind, as text', async () => {
  const { path: output } = await writeWorkbook('ID,Name\n1,2\n', { 2: [4, 5, Number.NaN, 6] });
  const [, row] = await readAllRows(await openForTest(output));
  expect(row?.cells.slice(2)).toEqual(
    ['4', '5', 'NaN', '6'].map((text) => ({ kind: 'text', text })),
  );
});

it('a workbook of results from a CSV file has a frozen heading row, a filter and a colour scale', async () => {
  const { path: output } = await writeWorkbook(
    'x\nID,Name\n1,2\n',
    { 3: SCORED },
    { headerRow: 2 },
  );
  const worksheet = await loadWorksheet(output);
  expect(worksheet.views[0]).toMatchObject({ state: 'frozen', ySplit: 2 });
  expect(worksheet.autoFilter).toBe('A2:F3');
  expect(worksheet).toHaveProperty('conditionalFormattings.0.ref', 'E3:E3');
  expect(worksheet.getCell('A2').font.bold).toBe(true);
});

it.each([
  ['hires [2026]: a?.csv', 'hires  2026   a'],
  [`${'long '.repeat(10)}.csv`, 'long long long long long long l'],
  ["'.csv", 'Sheet1'],
  ["' 'Q4 '.csv", 'Q4'],
])('the sheet has the name of the CSV file, as far as Excel allows: %s', async (name, expected) => {
  const { path: output } = await writeWorkbook('ID,Name\n1,2\n', {}, { name });
  expect((await openForTest(output)).sheets.map((sheet) => sheet.name)).toEqual([expected]);
});

it.each([
  ['a cell', `ID,Name\n1,${'x'.repeat(32_768)}\n`, {}, 2],
  ['a result', 'ID,Name\n1,2\n', { 2: ['x'.repeat(32_768)] }, 3],
])(
  'a text that is too long for Excel is cut in %s, with a note',
  async (_, csv, results, place) => {
    const { path: output, notes } = await writeWorkbook(csv, results);
    expect((await readTexts(await openForTest(output)))[1]?.[place]).toHaveLength(32_767);
    expect(notes.map(sheetWords)).toEqual([
      expect.stringMatching(/longer than the 32767 characters.*cut/),
    ]);
  },
);

it('a text causes no note if it fits without the characters that a workbook cannot contain', async () => {
  const text = 'x'.repeat(32_766);
  const { path: output, notes } = await writeWorkbook(`ID,Name\n1,"${text}\r\n"\n`, {});
  expect((await readTexts(await openForTest(output)))[1]?.[2]).toBe(`${text}\n`);
  expect(notes).toEqual([]);
});

async function loadWorksheet(file: string): Promise<ExcelJS.Worksheet> {
  const workbook = new ExcelJS.Workbook();
  await workbook.xlsx.readFile(file);
  const [worksheet] = workbook.worksheets;
  if (!worksheet) throw new Error('The workbook has no worksheet.');
  return worksheet;
}

it('a workbook with too many columns is refused before it is written', async () => {
  const wide = await openForTest(await createFile(`${'a,'.repeat(16_380)}a\n1\n`));
  const target = {
    sheet: 'hires',
    headerRow: 1,
    output: path.join(path.dirname(wide.path), 'wide.xlsx'),
    columns: ['A', 'B', 'C', 'D'].map((heading) => ({ heading, kind: 'text' as const })),
  };
  await expect(wide.place(target, [2])).rejects.toThrow(/at most 16384 columns.*\.csv/s);
  const places = { columns: [16_381, 16_382, 16_383, 16_384] };
  const output = target.output.replace('.xlsx', '.csv');
  expect(await wide.place({ ...target, output }, [2])).toMatchObject(places);
  const fewer = { ...target, columns: target.columns.slice(1) };
  expect(await wide.place(fewer, [2])).toMatchObject({ columns: places.columns.slice(0, 3) });
});
