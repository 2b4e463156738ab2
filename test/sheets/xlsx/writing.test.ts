import { readFile, readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ResultColumn } from '../../../sheets/sheet.js';
import { openXlsx } from '../../../sheets/files/openXlsx.js';
import { sheetWords } from '../../../sheets/words.js';
import {
  MAIN,
  SCORE,
  createUnusedPath,
  createLinkXml,
  readPartText,
  readRows,
  readShown,
  saveWorkbook,
  readSheetText,
  type WorkbookFixture,
  writeResults,
} from './workbookFixture.js';
import { unzip } from './zipFixture.js';

const PEOPLE =
  '<row r="1" spans="1:2"><c r="A1" s="1" t="inlineStr"><is><t>Name</t></is></c><c r="B1" s="1" t="inlineStr"><is><t>Id</t></is></c></row>' +
  '<row r="2" spans="1:2"><c r="A2" t="inlineStr"><is><t>Ana</t></is></c><c r="B2"><v>1</v></c></row>' +
  '<row r="3" spans="1:2"><c r="A3" t="inlineStr"><is><t>Bo</t></is></c><c r="B3"><v>2</v></c></row>';
const BOLD = {
  xfs: '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyFont="1"/>',
};
const COLUMNS: ResultColumn[] = [
  { heading: 'Assessment', kind: 'text' },
  SCORE,
  { heading: 'Report', kind: 'link' },
  { heading: 'Checked', kind: 'dateTime' },
];
const VALUES = {
  2: ['=1+1', 7.25, 'https://example.com/r?a=1&b="2', '2026-11-21T10:15:00'],
  3: ['+44', 0, 'https://example.com/r?a=1&b=2', '2026-11-21'],
};

function savePeople(fixture: Parameters<typeof saveWorkbook>[0] = {}): Promise<string> {
  return saveWorkbook({ rows: PEOPLE, styles: BOLD, ...fixture });
}

async function writeCopy(
  file: string,
  results: Parameters<typeof writeResults>[1],
): Promise<string> {
  return (await writeResults(file, results)).path;
}

describe('results', () => {
  it('go to the right of the data and are read back unchanged', async () => {
    const { path: written, notes } = await writeResults(await savePeople(), VALUES, {
      columns: COLUMNS,
    });
    expect(notes).toEqual([]);
    expect(await readShown(written)).toEqual([
      [1, 'Name', 'Id', 'Assessment', 'Overall', 'Report', 'Checked'],
      [2, 'Ana', '1', '=1+1', '7.25', 'https://example.com/r?a=1&b="2', '2026-11-21T10:15:00'],
      [3, 'Bo', '2', '+44', '0', 'https://example.com/r?a=1&b=2', '2026-11-21'],
    ]);
  });

  it('have the formats that they need, and headings have the style of the heading to their left', async () => {
    const { path: written } = await writeResults(await savePeople(), VALUES, { columns: COLUMNS });
    const styles = await readPartText(written, 'xl/styles.xml');
    expect(styles).toContain('formatCode="0.0"');
    expect(styles).toContain('formatCode="yyyy\\-mm\\-dd\\ hh:mm\\ \\U\\T\\C"');
    expect(styles).toMatch(/<xf [^>]*quotePrefix="1"/);
    expect(styles).toContain('<alignment horizontal="right" indent="1"/>');
    expect(styles).toMatch(/<fonts count="2">.*<font><u\/><sz val="11"\/><color rgb="FF0563C1"\/>/);
    const sheet = await readSheetText(written);
    expect(sheet).toContain('<c r="C1" s="1" t="inlineStr"><is><t>Assessment</t></is></c>');
  });

  it('of the kind link are formulas, or plain text if they are not web addresses', async () => {
    const { path: written } = await writeResults(await savePeople(), VALUES, { columns: COLUMNS });
    const sheet = await readSheetText(written);
    expect(sheet).toContain('<f>HYPERLINK("https://example.com/r?a=1&amp;b=2")</f>');
    expect(sheet.match(/<f>/g)).toHaveLength(1);
    expect([...unzip(await readFile(written)).keys()].join()).not.toContain('worksheets/_rels');
  });

  it('are plain text if the text of the link is too long for a formula', async () => {
    const file = await savePeople();
    for (const [chars, links] of [
      [255, 2],
      [256, 0],
    ] as const) {
      const column: ResultColumn = { heading: 'Report', kind: 'link', linkText: 'x'.repeat(chars) };
      const url = 'https://example.com/r';
      const { path: written } = await writeResults(
        file,
        { 2: [url], 3: [url] },
        { columns: [column] },
      );
      expect((await readSheetText(written)).match(/<f>HYPERLINK/g) ?? []).toHaveLength(links);
      expect((await readShown(written))[1]?.[3]).toBe(links > 0 ? column.linkText : url);
    }
  });

  it('lose only forbidden characters and those beyond the limit of a cell', async () => {
    const text = ' <&> _x0041_ "é" 日本 😀 \ud800 \u0001 \n end ';
    const columns: ResultColumn[] = [{ heading: 'Note', kind: 'text' }];
    const { path: written } = await writeResults(
      await savePeople(),
      { 2: [text], 3: ['x'.repeat(40_000)] },
      { columns },
    );
    const rows = await readShown(written);
    expect(rows[1]?.[3]).toBe(' <&> _x0041_ "é" 日本 😀   \n end ');
    expect(String(rows[2]?.[3])).toHaveLength(32_767);
  });

  it('leave rows without results unchanged, and extend the dimension, spans and columns of the sheet', async () => {
    const file = await savePeople({ before: '<dimension ref="A1:B3"/>' });
    const sheet = await readSheetText(await writeCopy(file, { 2: [5] }));
    expect(sheet).toContain('<dimension ref="A1:C3"/>');
    expect(sheet).toContain('<row r="2" spans="1:3">');
    expect(sheet).toContain(PEOPLE.slice(PEOPLE.indexOf('<row r="3"')));
    expect(sheet).toContain(
      '<cols><col min="3" max="3" width="11" customWidth="1"/></cols><sheetData>',
    );
  });

  it('have the format of their column, or are plain numbers if it has none', async () => {
    const columns: ResultColumn[] = [
      { heading: 'Days', kind: 'number', format: '0 "days"' },
      { heading: 'Change', kind: 'number', format: String.raw`+0.0;\-0.0;0.0` },
      { heading: 'Count', kind: 'number' },
    ];
    const { path: written } = await writeResults(
      await savePeople(),
      { 2: [3, 1.5, 7] },
      { columns },
    );
    const styles = await readPartText(written, 'xl/styles.xml');
    expect(styles).toContain('formatCode="0 &quot;days&quot;"');
    expect(styles).toContain(String.raw`formatCode="+0.0;\-0.0;0.0"`);
    const [, row] = await readRows(written);
    expect(row?.cells.slice(2)).toMatchObject([
      { kind: 'number', value: 3, shown: '3 days' },
      { kind: 'number', value: 1.5 },
      { kind: 'number', value: 7 },
    ]);
  });

  it('are written without headings if the sheet has none', async () => {
    const { path: written } = await writeResults(
      await savePeople(),
      { 1: [1], 2: [2], 3: [3] },
      { headerRow: 0 },
    );
    expect((await readShown(written)).map((row) => row[3])).toEqual(['1', '2', '3']);
  });

  it('of the kind dateTime are counted from 1904 in a workbook with that date system', async () => {
    const columns: ResultColumn[] = [{ heading: 'Checked', kind: 'dateTime' }];
    const { path: written } = await writeResults(
      await savePeople({ date1904: true }),
      { 2: ['2026-11-21T10:15:00'] },
      { columns },
    );
    expect(await readShown(written)).toContainEqual([2, 'Ana', '1', '2026-11-21T10:15:00']);
    expect(await readSheetText(written)).toContain('<v>44885.42708');
  });

  it.each([
    '2027-02-29',
    '1900-02-29',
    '2026-04-31T10:00:00',
    '2026-13-01',
    '2026-00-10',
    '2026-11-00',
    '2026-11-03T10:75:00',
    '2026-11-03T24:00:01',
    '1899-12-31',
    '2026-11-03 (estimate)',
    '2026-11-03T9:30',
    '2026-11-03T09:30 or later',
  ])('of the kind dateTime are text if the time is invalid or before 1900: %s', async (time) => {
    const columns: ResultColumn[] = [{ heading: 'Checked', kind: 'dateTime' }];
    const { path: written } = await writeResults(await savePeople(), { 2: [time] }, { columns });
    expect(await readSheetText(written)).toContain(`<is><t>${time}</t></is>`);
  });

  it('add styles to a workbook without styles', async () => {
    const { path: written } = await writeResults(await savePeople({ styles: 'none' }), VALUES, {
      columns: COLUMNS,
    });
    expect((await readShown(written))[1]?.[6]).toBe('2026-11-21T10:15:00');
    expect(await readPartText(written, '[Content_Types].xml')).toContain(
      'PartName="/xl/styles.xml"',
    );
    expect(await readPartText(written, 'xl/_rels/workbook.xml.rels')).toContain(
      'Target="styles.xml"',
    );
  });

  it.each([
    ['an empty styles part', `<styleSheet xmlns="${MAIN}"/>`],
    [
      'a styles part without cell formats',
      `<x:styleSheet xmlns:x="${MAIN}"><x:numFmts count="1"><x:numFmt numFmtId="164" formatCode="0.00"/></x:numFmts>` +
        '<x:fonts count="0"/><x:cellXfs/><x:dxfs count="0"/></x:styleSheet>',
    ],
    ['a styles part that contains other XML', '<html/>'],
  ])('complete %s', async (_name, xml) => {
    const source = await savePeople({ styles: 'none', ...withStylesPart(xml) });
    const { path: written, notes } = await writeResults(source, VALUES, { columns: COLUMNS });
    expect(notes).toEqual([]);
    expect((await readShown(written))[1]?.[6]).toBe('2026-11-21T10:15:00');
    const styles = await readPartText(written, 'xl/styles.xml');
    const lists = [...styles.matchAll(/<(?:x:)?(\w+) count="[1-9]/g)].map(([, name]) => name);
    expect(lists).toEqual(['numFmts', 'fonts', 'fills', 'borders', 'cellStyleXfs', 'cellXfs']);
    expect(styles.includes('<x:') && /<(?!x:|\/x:|\?)/.test(styles)).toBe(false);
    const again = await writeResults(written, VALUES, { columns: COLUMNS });
    expect(await readPartText(again.path, 'xl/styles.xml')).toBe(styles);
  });
});

describe('a cell that refers to a missing format', () => {
  it.each([
    [4, 'no styles part', 'none'],
    [5, 'two formats', BOLD],
  ] as const)(
    'keeps its value (format %d in a workbook with %s)',
    async (format, _name, styles) => {
      const rows = PEOPLE.replaceAll(' s="1"', '').replace(
        '<c r="B2">',
        `<c r="B2" s="${format}">`,
      );
      const source = await saveWorkbook({ rows: rows.replace('<v>1</v>', '<v>46000</v>'), styles });
      const before = await readShown(source);
      const { path: written } = await writeResults(source, VALUES, { columns: COLUMNS });
      const after = await readShown(written);
      expect(after.map((row) => row.slice(0, 3))).toEqual(before);
      expect(after[1]?.[6]).toBe('2026-11-21T10:15:00');
      const again = await writeResults(written, VALUES, { columns: COLUMNS });
      expect(await readPartText(again.path, 'xl/styles.xml')).toBe(
        await readPartText(written, 'xl/styles.xml'),
      );
    },
  );
});

function withStylesPart(xml: string): Pick<WorkbookFixture, 'parts' | 'workbookLinks'> {
  return {
    parts: { 'xl/styles.xml': xml },
    workbookLinks: createLinkXml('y1', 'styles', 'styles.xml'),
  };
}

describe('a second run', () => {
  it('replaces the results of the first, even if the user moved the columns', async () => {
    const first = await writeCopy(await savePeople(), { 2: [1], 3: [2] });
    const second = await writeCopy(first, { 2: [9], 3: [undefined] });
    expect(await readShown(second)).toEqual([
      [1, 'Name', 'Id', 'Overall'],
      [2, 'Ana', '1', '9'],
      [3, 'Bo', '2'],
    ]);
    const moved = await savePeople({
      rows:
        '<row r="1"><c r="A1" t="inlineStr"><is><t> OVERALL\u00a0</t></is></c><c r="B1" t="inlineStr"><is><t>Name</t></is></c></row>' +
        '<row r="2"><c r="B2"><v>1</v></c></row>',
    });
    expect(await readShown(await writeCopy(moved, { 2: [4] }))).toEqual([
      [1, ' OVERALL\u00a0', 'Name'],
      [2, '4', '1'],
    ]);
  });

  it('adds no styles and no second colour scale', async () => {
    const changes = { columns: COLUMNS, colourScale: true };
    const first = await writeResults(await savePeople(), VALUES, changes);
    const second = await writeResults(first.path, VALUES, changes);
    const [firstBytes, secondBytes] = await Promise.all(
      [first.path, second.path].map((file) => readFile(file)),
    );
    for (const [name, part] of unzip(firstBytes ?? Buffer.alloc(0))) {
      expect([name, unzip(secondBytes ?? Buffer.alloc(0)).get(name)?.content]).toEqual([
        name,
        part.content,
      ]);
    }
  });

  it('removes the colour scale if it is switched off', async () => {
    const first = await writeResults(await savePeople(), { 2: [1] }, { colourScale: true });
    expect(await readSheetText(first.path)).toContain('colorScale');
    const second = await writeResults(first.path, { 2: [1] }, { colourScale: false });
    expect(await readSheetText(second.path)).not.toContain('conditionalFormatting');
  });

  it('overwrites formulas, and removes the calculation chain with all references to it', async () => {
    const file = await savePeople({
      rows: '<row r="1"><c r="A1" t="inlineStr"><is><t>Overall</t></is></c></row><row r="2"><c r="A2"><f>1+1</f><v>2</v></c></row>',
      workbook: '<calcPr calcId="1"/>',
      workbookLinks: createLinkXml('c1', 'calcChain', 'calcChain.xml'),
      parts: { 'xl/calcChain.xml': `<calcChain xmlns="${MAIN}"><c r="A2" i="7"/></calcChain>` },
    });
    const written = await writeCopy(file, { 2: [6] });
    expect(await readShown(written)).toContainEqual([2, '6']);
    expect(unzip(await readFile(written)).has('xl/calcChain.xml')).toBe(false);
    expect(await readPartText(written, 'xl/_rels/workbook.xml.rels')).not.toContain('calcChain');
    expect(await readPartText(written, 'xl/workbook.xml')).toContain(
      '<calcPr calcId="1" fullCalcOnLoad="1"/>',
    );
  });

  it('keeps a column whose formulas other cells need, with a note', async () => {
    const file = await savePeople({
      rows:
        '<row r="1"><c r="A1" t="inlineStr"><is><t>Overall</t></is></c></row>' +
        '<row r="2"><c r="A2"><f t="shared" ref="A2:A3" si="0">ROW()</f><v>2</v></c></row>' +
        '<row r="3"><c r="A3"><f t="shared" si="0"/><v>3</v></c></row>',
    });
    const { path: written, notes } = await writeResults(file, { 2: [6] });
    expect(notes.map(sheetWords).join()).toMatch(
      /Column A "Overall" contains formulas.*"Overall 2"/,
    );
    expect(await readShown(written)).toEqual([
      [1, 'Overall', 'Overall 2'],
      [2, '2', '6'],
      [3, '3'],
    ]);
    const columns: ResultColumn[] = [{ ...SCORE, heading: 'Overall 2' }];
    const again = await writeResults(written, { 2: [8] }, { columns });
    expect(await readShown(again.path)).toEqual([
      [1, 'Overall', 'Overall 2'],
      [2, '2', '8'],
      [3, '3'],
    ]);
    const allRows = await writeCopy(file, { 2: [6], 3: [7] });
    expect(await readShown(allRows)).toEqual([
      [1, 'Overall'],
      [2, '6'],
      [3, '7'],
    ]);
  });

  it('keeps the formats that the user gave our cells', async () => {
    const xfs =
      '<xf numFmtId="2" fontId="0" fillId="0" borderId="0"><alignment horizontal="center"/></xf>';
    const file = await savePeople({
      styles: { xfs },
      rows: '<row r="1"><c r="A1" t="inlineStr"><is><t>Overall</t></is></c></row><row r="2"><c r="A2" s="1"><v>2</v></c></row>',
    });
    expect(await readSheetText(await writeCopy(file, { 2: [6] }))).toContain(
      '<c r="A2" s="1"><v>6</v></c>',
    );
  });
});

describe('the position of new columns', () => {
  it('is beyond merged cells in or below the heading row, but not beyond a title above it', async () => {
    const rows = PEOPLE.replaceAll(/r="([AB]?)([123])"/g, (_, column: string, row: string) => {
      return `r="${column}${Number(row) + 1}"`;
    });
    const file = await savePeople({
      rows,
      after: '<mergeCells count="2"><mergeCell ref="A1:Z1"/><mergeCell ref="B9:E9"/></mergeCells>',
    });
    const { path: written } = await writeResults(file, { 3: [5], 4: [6] }, { headerRow: 2 });
    expect((await readShown(written))[1]).toEqual([3, 'Ana', '1', '', '', '', '5']);
  });

  it('is beyond cells below the list, where rows may be added', async () => {
    const rows = `${PEOPLE}<row r="6"><c r="E6"><v>1</v></c><c r="F6"><f>""</f><v></v></c></row>`;
    const written = await writeCopy(await savePeople({ rows }), { 2: [5], 3: [6] });
    expect((await readShown(written))[1]).toEqual([2, 'Ana', '1', '', '', '', '', '5']);
  });

  it('is beyond a table below the list', async () => {
    const file = await savePeople({
      sheetLinks: createLinkXml('t1', 'table', '../tables/table1.xml'),
      parts: { [TABLE]: createTable().replaceAll('A1:B3', 'C8:D9') },
    });
    const written = await writeCopy(file, { 2: [5] });
    expect((await readShown(written))[1]).toEqual([2, 'Ana', '1', '', '', '5']);
    expect(await readPartText(written, TABLE)).toContain('ref="C8:D9"');
  });

  it("is never in a user's column, even if our heading begins with the heading of that column", async () => {
    const rows = PEOPLE.replace('Id<', 'Overall<');
    const opened = await openXlsx(await savePeople({ rows }));
    const target = {
      sheet: 'Hires',
      headerRow: 1,
      output: createUnusedPath(),
      colourScale: false,
      columns: [{ ...SCORE, heading: 'Overall (assessment)' }],
    };
    expect(await opened.place(target, [2, 3])).toEqual({
      columns: [2],
      rightOf: { column: 1, what: 'B1' },
    });
    const { path: written } = await opened.write({ ...target, results: () => [5] });
    await opened.close();
    expect((await readShown(written))[1]).toEqual([2, 'Ana', '1', '5']);
  });

  it('is beyond the filled cells of each row below the headings', async () => {
    const rows = PEOPLE.replace(
      '<c r="B3"><v>2</v></c>',
      '<c r="B3"><v>2</v></c><c r="D3"><v>9</v></c>',
    );
    expect(
      (await readShown(await writeCopy(await savePeople({ rows }), { 2: [5], 3: [6] })))[2],
    ).toEqual([3, 'Bo', '2', '', '9', '6']);
  });

  it('is visible, even if columns at the right were hidden', async () => {
    const before =
      '<cols><col min="1" max="2" width="9"></col><col min="3" max="16384" width="0" hidden="1"/></cols>';
    const sheet = await readSheetText(await writeCopy(await savePeople({ before }), { 2: [5] }));
    expect(sheet).toContain(
      '<col min="3" max="3" width="11" customWidth="1"/><col min="4" max="16384" width="0" hidden="1"/>',
    );
  });
});

it.each([
  ['A1:A2', 'a note', /merged.*unmerge/],
  // Excel shows the top left cell of merged cells.
  ['A2:B2', 'no note', /^$/],
])(
  'results in the existing column A, in which %s are merged, have %s',
  async (ref, _expected, notes) => {
    const rows =
      '<row r="1"><c r="A1" t="inlineStr"><is><t>Overall</t></is></c></row><row r="2"><c r="B2"><v>2</v></c></row>';
    const file = await savePeople({
      rows,
      after: `<mergeCells count="1"><mergeCell ref="${ref}"/></mergeCells>`,
    });
    expect((await writeResults(file, { 2: [5] })).notes.map(sheetWords).join()).toMatch(notes);
  },
);

const TABLE = 'xl/tables/table1.xml';
function createTable(attributes = '', filter = 'A1:B3'): string {
  return (
    `<table xmlns="${MAIN}" id="1" name="T" displayName="T" ref="A1:B3" ${attributes}>` +
    `<autoFilter ref="${filter}"><sortState ref="A2:B3"/></autoFilter>` +
    '<tableColumns count="2"><tableColumn id="1" name="Name"/><tableColumn id="4" name="Id"/></tableColumns></table>'
  );
}

describe('filters, print areas and tables', () => {
  const after = '<autoFilter ref="$A$1:$B$3"/>';
  const workbook =
    '<definedNames><definedName name="_xlnm._FilterDatabase" localSheetId="0" hidden="1">Hires!$A$1:$B$3</definedName>' +
    '<definedName name="_xlnm._FilterDatabase" localSheetId="1">Other!$A$1:$B$3</definedName></definedNames>';

  it('a filter is extended over our columns, together with its hidden name', async () => {
    const { path: written, notes } = await writeResults(
      await savePeople({ after, workbook }),
      VALUES,
      {
        columns: COLUMNS,
      },
    );
    expect(notes).toEqual([]);
    expect(await readSheetText(written)).toContain('<autoFilter ref="A1:F3"/>');
    const names = await readPartText(written, 'xl/workbook.xml');
    expect(names).toContain('>Hires!$A$1:$F$3<');
    expect(names).toContain('>Other!$A$1:$B$3<');
  });

  it.each([
    ['grows over our columns beside it', 'Hires!$A$1:$B$3', 'Hires!$A$1:$F$3'],
    ['of whole columns grows', 'Hires!$A:$B', 'Hires!$A:$F'],
    [
      'grows only in the range with the headings',
      "'R &amp; D'!$A$1:$B$3,Hires!$A$9:$B$9",
      "'R &amp; D'!$A$1:$F$3,Hires!$A$9:$B$9",
    ],
    ['of some columns is unchanged', 'Hires!$A$1:$A$3', 'Hires!$A$1:$A$3'],
    [
      'that is a formula is unchanged',
      'OFFSET(Hires!$A$1:$B$3,0,0)',
      'OFFSET(Hires!$A$1:$B$3,0,0)',
    ],
  ])('a print area %s', async (_, before, after) => {
    const names = `<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">${before}</definedName></definedNames>`;
    const { path: written } = await writeResults(await savePeople({ workbook: names }), VALUES, {
      columns: COLUMNS,
    });
    expect(await readPartText(written, 'xl/workbook.xml')).toContain(`>${after}<`);
  });

  it('a print area without our existing columns is unchanged', async () => {
    const area = 'Hires!$A$1:$A$3';
    const names = `<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">${area}</definedName></definedNames>`;
    const { path: written } = await writeResults(
      await savePeople({ workbook: names }),
      { 2: [1] },
      { columns: [{ heading: 'Score', kind: 'number', at: 1 }] },
    );
    expect(await readPartText(written, 'xl/workbook.xml')).toContain(`>${area}<`);
  });

  it('a filter that cannot be extended over filled columns is unchanged, with a note', async () => {
    const rows = PEOPLE.replace(
      '<c r="B3"><v>2</v></c>',
      '<c r="B3"><v>2</v></c><c r="D3"><v>9</v></c>',
    );
    const { path: written, notes } = await writeResults(await savePeople({ rows, after }), {
      2: [1],
      3: [2],
    });
    expect(notes.map(sheetWords).join()).toMatch(
      /E lie outside the filter.*sorting there will separate/,
    );
    expect(await readSheetText(written)).toContain(after);
  });

  it('the note that a filter cannot be extended is available before writing', async () => {
    const rows = PEOPLE.replace(
      '<c r="B3"><v>2</v></c>',
      '<c r="B3"><v>2</v></c><c r="D3"><v>9</v></c>',
    );
    const file = await savePeople({ rows, after });
    const opened = await openXlsx(file);
    const target = { sheet: 'Hires', headerRow: 1, columns: COLUMNS, output: file };
    const { notes } = await opened.place(target, [2, 3]);
    await opened.close();
    expect(notes?.map(sheetWords)).toEqual([
      'The results in E to H lie outside the filter, which cannot grow over them: sorting there will separate the results from their rows.',
    ]);
  });

  it('a table is extended, with its filter, its sort and a column for each heading', async () => {
    const file = await savePeople({
      sheetLinks: createLinkXml('t1', 'table', '../tables/table1.xml'),
      parts: { [TABLE]: createTable() },
    });
    const { path: written, notes } = await writeResults(file, VALUES, {
      columns: COLUMNS.slice(0, 2),
    });
    expect(notes).toEqual([]);
    expect(await readPartText(written, TABLE)).toBe(
      `<table xmlns="${MAIN}" id="1" name="T" displayName="T" ref="A1:D3" >` +
        '<autoFilter ref="A1:D3"><sortState ref="A2:D3"/></autoFilter>' +
        '<tableColumns count="4"><tableColumn id="1" name="Name"/><tableColumn id="4" name="Id"/>' +
        '<tableColumn id="5" name="Assessment"/><tableColumn id="6" name="Overall"/></tableColumns></table>',
    );
    const again = await writeResults(written, VALUES, { columns: COLUMNS.slice(0, 2) });
    expect(await readPartText(again.path, TABLE)).toBe(await readPartText(written, TABLE));
  });

  describe('with a legend table beside the rows', () => {
    const legend = 'xl/tables/table2.xml';
    const rowsWithLegend = PEOPLE.replace(
      /<\/row>/g,
      '<c t="inlineStr"><is><t>x</t></is></c></row>',
    );
    const legendTable =
      `<table xmlns="${MAIN}" id="2" name="L" displayName="L" ref="C1:C3">` +
      '<tableColumns count="1"><tableColumn id="1" name="x"/></tableColumns></table>';
    const twoTables = () =>
      savePeople({
        rows: rowsWithLegend,
        sheetLinks:
          createLinkXml('t1', 'table', '../tables/table1.xml') +
          createLinkXml('t2', 'table', '../tables/table2.xml'),
        parts: { [TABLE]: createTable(), [legend]: legendTable },
      });

    it('a table with the key columns is not extended over the legend, with a note', async () => {
      const { path: written, notes } = await writeResults(await twoTables(), VALUES, {
        columns: COLUMNS,
        keyColumns: [0, 1],
      });
      expect(notes.map(sheetWords)).toEqual([
        'The results in D to G lie outside the table "T", which cannot grow over them: sorting there will separate the results from their rows.',
      ]);
      expect(await readPartText(written, legend)).toBe(legendTable);
      expect(await readPartText(written, TABLE)).toBe(createTable());
    });

    it('the rightmost table is extended if it has the key columns', async () => {
      const { path: written, notes } = await writeResults(await twoTables(), VALUES, {
        columns: COLUMNS,
        keyColumns: [2],
      });
      expect(notes).toEqual([]);
      expect(await readPartText(written, legend)).toContain('ref="C1:G3"');
      expect(await readPartText(written, TABLE)).toBe(createTable());
    });

    it('a table with only some of the key columns is unchanged', async () => {
      const { path: written, notes } = await writeResults(await twoTables(), VALUES, {
        columns: COLUMNS,
        keyColumns: [1, 2],
      });
      expect(notes.map(sheetWords).join()).toMatch(
        /outside the table "T", the table "L", which cannot grow/,
      );
      expect(await readPartText(written, legend)).toBe(legendTable);
    });
  });

  it('a table with a totals row keeps its filter above that row', async () => {
    const file = await savePeople({
      sheetLinks: createLinkXml('t1', 'table', '../tables/table1.xml'),
      parts: { [TABLE]: createTable('totalsRowCount="1"', 'A1:B2') },
    });
    const written = await writeCopy(file, { 2: [1] });
    expect(await readPartText(written, TABLE)).toContain('<autoFilter ref="A1:C2">');
  });

  it.each([
    ['from a query', 'tableType="queryTable"'],
    ['from a mapped document', 'tableType="xml"'],
  ])('a table %s is unchanged, with a note', async (_name, attributes) => {
    const file = await savePeople({
      sheetLinks: createLinkXml('t1', 'table', '../tables/table1.xml'),
      parts: { [TABLE]: createTable(attributes) },
    });
    const { path: written, notes } = await writeResults(file, { 2: [1] });
    expect(notes.map(sheetWords).join()).toMatch(/"T" is filled from another source/);
    expect(await readPartText(written, TABLE)).toBe(createTable(attributes));
  });
});

describe('the colour scale', () => {
  it('covers the score columns, after other rules and in the order of the schema', async () => {
    const after =
      '<conditionalFormatting sqref="A1"><cfRule type="expression" priority="4"><formula>1</formula></cfRule></conditionalFormatting>' +
      '<dataValidations count="1"><dataValidation sqref="A1"/></dataValidations><extLst><ext><conditionalFormatting/></ext></extLst>';
    const { path: written } = await writeResults(await savePeople({ after }), VALUES, {
      columns: COLUMNS,
      colourScale: true,
    });
    expect(await readSheetText(written)).toContain(
      '</conditionalFormatting><conditionalFormatting sqref="D2:D3"><cfRule type="colorScale" priority="5"><colorScale>' +
        '<cfvo type="num" val="0"/><cfvo type="num" val="5"/><cfvo type="num" val="10"/>' +
        '<color rgb="FF63BE7B"/><color rgb="FFFFEB84"/><color rgb="FFF8696B"/></colorScale></cfRule></conditionalFormatting><dataValidations',
    );
  });
});

describe('unusual sheets', () => {
  it.each(['<sheetData/>', '<sheetData></sheetData>'])('may have no rows: %s', async (data) => {
    const sheet = `<worksheet xmlns="${MAIN}">${data}<sheetProtection sheet="1"/></worksheet>`;
    const { path: written, notes } = await writeResults(await saveWorkbook({ sheet }), {});
    expect(notes).toEqual([{ code: 'sheetProtected' }]);
    expect(await readSheetText(written)).toContain('<sheetProtection sheet="1"/></worksheet>');
  });

  it('keep a prefix', async () => {
    const sheet = `<x:worksheet xmlns:x="${MAIN}"><x:sheetData><x:row r="1"><x:c r="A1"><x:v>1</x:v></x:c></x:row><x:row r="2"><x:c><x:v>2</x:v></x:c></x:row></x:sheetData><x:pageMargins left="1"/></x:worksheet>`;
    const { path: written } = await writeResults(
      await savePeople({ sheet }),
      { 2: [5] },
      { colourScale: true },
    );
    const text = await readSheetText(written);
    expect(text).toContain('<x:c><x:v>2</x:v></x:c><x:c r="B2" s="3"><x:v>5</x:v></x:c></x:row>');
    expect(text).toContain('</x:sheetData><x:conditionalFormatting');
    expect(await readShown(written)).toEqual([
      [1, '1', 'Overall'],
      [2, '2', '5'],
    ]);
  });

  it('keep comments and CDATA among the rows', async () => {
    const rows =
      '<!-- <row r="1"> --><row r="1"><!-- <c r="Z1"/> --><c r="A1" t="str"><v><![CDATA[</c>]]></v></c></row><row r="2"><c r="A2"><v>1</v></c><!-- end --></row>';
    const written = await writeCopy(await savePeople({ rows }), { 2: [5] });
    expect(await readShown(written)).toEqual([
      [1, '</c>', 'Overall'],
      [2, '1', '5'],
    ]);
    expect(await readSheetText(written)).toContain('<!-- end --></row>');
  });

  it('in UTF-16 are written in UTF-8, with a correct declaration', async () => {
    const xml = `<?xml version="1.0" encoding="UTF-16"?><worksheet xmlns="${MAIN}"><sheetData>${PEOPLE.replace('Ana', 'Zoë')}</sheetData></worksheet>`;
    const written = await writeCopy(
      await savePeople({ sheet: Buffer.from(`\ufeff${xml}`, 'utf16le') }),
      {
        2: [5],
      },
    );
    expect(await readShown(written)).toContainEqual([2, 'Zoë', '1', '5']);
    expect(await readSheetText(written)).toContain('<?xml version="1.0" encoding="UTF-8"?>');
  });

  it('that are protected are written, with a note', async () => {
    const { path: written, notes } = await writeResults(
      await savePeople({ after: '<sheetProtection sheet="1"/>' }),
      { 2: [5] },
    );
    expect(notes.map(sheetWords).join()).toContain('The sheet is protected.');
    expect(await readSheetText(written)).toContain('<sheetProtection sheet="1"/>');
  });

  it('in a signed workbook have a note that the signature breaks', async () => {
    const packageLinks =
      '<Relationship Id="g" Type="http://schemas.openxmlformats.org/package/2006/relationships/digital-signature/origin" Target="_xmlsignatures/origin.sigs"/>';
    const { notes } = await writeResults(await savePeople({ packageLinks }), { 2: [5] });
    expect(notes.map(sheetWords).join()).toMatch(/digitally signed.*breaks the signature/);
  });

  it('with coloured text keep the whole cell, which does not end at </color>', async () => {
    const rich =
      '<c r="C1" t="inlineStr"><is><r><rPr><color rgb="FF000000"></color><rFont val="Arial"/></rPr><t>Rich</t></r></is></c>';
    const rows = PEOPLE.replace('</row>', `${rich}</row>`);
    const written = await writeCopy(await savePeople({ rows }), { 2: [5] });
    expect(await readShown(written)).toContainEqual([1, 'Name', 'Id', 'Rich', 'Overall']);
    expect(await readSheetText(written)).toContain(`${rich}<c r="D1"`);
  });

  it('get our cells between existing cells', async () => {
    const rows =
      '<row r="1"><c r="B1" t="inlineStr"><is><t>Overall</t></is></c><c r="C1"><v>1</v></c></row><row r="2"><c r="A2"><v>1</v></c><c r="C2"><v>3</v></c></row><row r="3"/>';
    expect(
      await readShown(await writeCopy(await savePeople({ rows }), { 2: [2], 3: [9] })),
    ).toEqual([
      [1, '', 'Overall', '1'],
      [2, '1', '2', '3'],
      [3, '', '9'],
    ]);
  });
});

describe('the user’s file', () => {
  it('is replaced after a backup, and only its sheet and its styles are compressed again', async () => {
    const file = await savePeople({
      parts: { 'xl/media/image1.png': Buffer.from([1, 2, 3]) },
      zip: { descriptors: true },
    });
    const before = await readFile(file);
    const { path: written, backup } = await writeResults(file, { 2: [5] }, { output: file });
    expect(written).toBe(file);
    expect(await readFile(backup ?? '')).toEqual(before);
    const [oldParts, newParts] = [unzip(before), unzip(await readFile(file))];
    const changed = [...oldParts.keys()].filter(
      (name) => !oldParts.get(name)?.packed.equals(newParts.get(name)?.packed ?? Buffer.alloc(0)),
    );
    expect(changed.toSorted()).toEqual(['xl/styles.xml', 'xl/worksheets/sheet1.xml']);
  });

  it('is not replaced if it was changed after it was opened', async () => {
    const file = await savePeople();
    const opened = await openXlsx(file);
    await writeResults(file, { 2: [1] }, { output: file });
    const { size } = await stat(file);
    const target = {
      sheet: 'Hires',
      headerRow: 1,
      columns: [SCORE],
      output: file,
      colourScale: false,
    };
    await expect(opened.write({ ...target, results: () => [2] })).rejects.toThrow(/was changed/);
    await opened.close();
    expect((await stat(file)).size).toBe(size);
  });

  it('is unchanged, with the result beside it, if the written file is not as expected', async () => {
    const file = await savePeople();
    let calls = 0;
    const { path: written, notes } = await writeResults(
      file,
      {},
      {
        output: file,
        // Different results in each call look like an error during writing.
        results: (row) => (row === 2 ? [calls++] : undefined),
      },
    );
    expect(notes.map(sheetWords).join()).toMatch(
      /not changed.*C2 differs|not changed.*row 2 differs/,
    );
    expect(written).not.toBe(file);
    expect((await readShown(file))[0]).toEqual([1, 'Name', 'Id']);
    expect((await readShown(written))[0]).toEqual([1, 'Name', 'Id', 'Overall']);
  });

  it.each(['.xlsm', '.xltx', '.xltm'])('keeps its file type: %s', async (extension) => {
    const file = await saveWorkbook({ rows: PEOPLE }, extension);
    const output = createUnusedPath('.xlsx');
    await expect(writeResults(file, { 2: [1] }, { output })).rejects.toThrow(
      `ends in ${extension}.`,
    );
    const { path: written } = await writeResults(file, { 2: [1] });
    expect(path.extname(written)).toBe(extension);
    expect((await readShown(written))[1]).toEqual([2, 'Ana', '1', '1']);
    const types = '[Content_Types].xml';
    expect(await readPartText(written, types)).toBe(await readPartText(file, types));
    const folder = await readdir(path.dirname(file));
    expect(folder.filter((name) => name.startsWith('.splice-'))).toEqual([]);
  });
});
