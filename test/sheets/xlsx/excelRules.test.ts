import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  createUnusedPath,
  createLinkXml,
  MAIN,
  SCORE,
  createWorkbookParts,
  writeResults,
} from './workbookFixture.js';
import { openXlsx } from '../../../sheets/files/openXlsx.js';
import { SheetError } from '../../../sheets/sheet.js';
import { SHARED_WORKBOOKS } from './sharedWorkbooks.js';
import { buildZip, unzip, type Parts } from './zipFixture.js';
import { cannotRun } from '../../skips.js';
import { findBrokenRules, excelRules } from './excelRules.js';

const SHEET = 'xl/worksheets/sheet1.xml';
const LINKS = 'xl/worksheets/_rels/sheet1.xml.rels';
const TABLE = 'xl/tables/table1.xml';
const TYPES = '[Content_Types].xml';

/** Creates the parts of a workbook with a table, formulas, a calculation chain and a defined name. */
function createParts(): Record<string, string> {
  const cell = (r: string, text: string) => `<c r="${r}" t="inlineStr"><is><t>${text}</t></is></c>`;
  const table =
    `<table xmlns="${MAIN}" id="1" name="T" displayName="T" ref="A1:B3"><autoFilter ref="A1:B3"/>` +
    '<tableColumns count="2"><tableColumn id="1" name="Name"/><tableColumn id="2" name="R&amp;D"/></tableColumns></table>';
  return createWorkbookParts({
    rows:
      `<row r="1">${cell('A1', 'Name')}${cell('B1', 'R&amp;D')}</row>` +
      '<row r="2"><c r="A2"><v>1</v></c><c r="B2"><f t="shared" si="0" ref="B2:B3">A2+1</f><v>2</v></c></row>' +
      '<row r="3"><c r="A3"><v>2</v></c><c r="B3"><f t="shared" si="0"/><v>3</v></c></row>',
    after: '<tableParts count="1"><tablePart r:id="t1"/></tableParts>',
    sheetLinks: createLinkXml('t1', 'table', '../tables/table1.xml'),
    workbook: '<definedNames><definedName name="Rate">1</definedName></definedNames>',
    workbookLinks: createLinkXml('c1', 'calcChain', 'calcChain.xml'),
    parts: {
      [TABLE]: table,
      'xl/calcChain.xml': `<calcChain xmlns="${MAIN}"><c r="B2" i="7"/><c r="B3" i="7"/></calcChain>`,
    },
  }) as Record<string, string>;
}

/** For each rule, a change to a part that breaks the rule. */
const BREAKING_CHANGES: Record<
  keyof typeof excelRules,
  readonly [part: string, from: string, to: string]
> = {
  'the target of each relationship exists': [LINKS, 'table1.xml', 'table9.xml'],
  'each relationship of a part has a unique id': [
    'xl/_rels/workbook.xml.rels',
    'Id="c1"',
    'Id="s1"',
  ],
  'each relationship that a sheet uses exists': [SHEET, 'r:id="t1"', 'r:id="t2"'],
  'each content type belongs to an existing part': [
    TYPES,
    '</Types>',
    '<Override PartName="/xl/no.xml" ContentType="a/b"/></Types>',
  ],
  'each part has one content type': [TYPES, 'Extension="xml"', 'Extension="bin"'],
  'each table has a unique id and name': [TABLE, 'displayName="T"', 'displayName="RATE"'],
  'each column of a table has a unique id and name, and the count matches the range': [
    TABLE,
    'count="2"',
    'count="3"',
  ],
  'each heading of a table is the text of its cell': [TABLE, 'name="Name"', 'name="name"'],
  'rows and cells are in ascending order': [SHEET, 'r="A3"', 'r="C3"'],
  'each style of a cell exists': [SHEET, '<c r="A2">', '<c r="A2" s="9">'],
  'each shared formula has one cell with its range, and all its cells are in the range': [
    SHEET,
    ' ref="B2:B3"',
    '',
  ],
  'the calculation chain lists only cells with a formula': ['xl/calcChain.xml', 'B3', 'A3'],
  'column definitions are in ascending order and do not overlap': [
    SHEET,
    '<sheetData>',
    '<cols><col min="1" max="2"/><col min="2" max="3"/></cols><sheetData>',
  ],
  'no merged cells and no tables overlap': [
    SHEET,
    '</sheetData>',
    '</sheetData><mergeCells><mergeCell ref="B3:C4"/></mergeCells>',
  ],
  'the filter of a table is as wide as the table, and within it': [
    TABLE,
    '<autoFilter ref="A1:B3"/>',
    '<autoFilter ref="A1:C3"/>',
  ],
  'each number format has a unique id': [
    'xl/styles.xml',
    '<cellXfs',
    '<numFmts><numFmt numFmtId="164" formatCode="0"/><numFmt numFmtId="164" formatCode="0.0"/></numFmts><cellXfs',
  ],
  'each font, fill, border and number format of a style exists': [
    'xl/styles.xml',
    '</cellXfs>',
    '<xf numFmtId="170" fontId="0" fillId="0" borderId="0"/></cellXfs>',
  ],
  'no text in a formula is longer than 255 characters': [
    SHEET,
    '>A2+1<',
    `>LEN("${'a'.repeat(256)}")<`,
  ],
  'each name is defined once for its sheet': [
    'xl/workbook.xml',
    '</definedNames>',
    '<definedName name="RATE">2</definedName></definedNames>',
  ],
  'a colour scale has as many colours as values': [
    SHEET,
    '</sheetData>',
    '</sheetData><conditionalFormatting><cfRule><colorScale><cfvo/><cfvo/><color/></colorScale></cfRule></conditionalFormatting>',
  ],
  'no text is longer than a cell can hold': [SHEET, '>Name<', `>${'a'.repeat(32_768)}<`],
};

describe.each(Object.entries(BREAKING_CHANGES))('the rule “%s”', (rule, [part, from, to]) => {
  test('is reported for a workbook that breaks it, and not for the unchanged one', () => {
    const unchanged: Parts = createParts();
    expect(findBrokenRules(unzip(buildZip(unchanged)))).toEqual({});
    const broken = { ...unchanged, [part]: String(unchanged[part]).replace(from, to) };
    expect(Object.keys(findBrokenRules(unzip(buildZip(broken))))).toContain(rule);
  });
});

const NOTE = { heading: 'Name', kind: 'text' } as const;

describe('writing results breaks no rule', () => {
  test.each([
    ['beside a table', [{ ...NOTE, heading: 'Other' }, SCORE], ['x'.repeat(40_000), 2]],
    ['over a shared formula', [{ ...SCORE, heading: 'R&D', at: 1 }], [5]],
    ['over a table column', [{ ...NOTE, at: 0 }], ['=a']],
  ])('%s', async (_name, columns, values) => {
    const file = createUnusedPath();
    await writeFile(file, buildZip(createParts()));
    const first = await writeResults(
      file,
      { 2: values, 3: values },
      { columns, colourScale: true },
    );
    expect(findBrokenRules(unzip(await readFile(first.path)))).toEqual({});
    const onlyOne = await writeResults(file, { 2: values }, { columns, colourScale: true });
    expect(findBrokenRules(unzip(await readFile(onlyOne.path)))).toEqual({});
  });

  test('beside a table that already has the heading', async () => {
    const [file, output] = [createUnusedPath(), createUnusedPath()];
    await writeFile(file, buildZip(createParts()));
    const book = await openXlsx(file);
    const { headings } = await book.write({
      sheet: 'Hires',
      headerRow: 1,
      columns: [NOTE, SCORE],
      output,
      results: () => ['a', 1],
      colourScale: false,
    });
    await book.close();
    expect(headings).toEqual(['Name 2', SCORE.heading]);
    expect(findBrokenRules(unzip(await readFile(output)))).toEqual({});
  });

  test('in a workbook without styles', async () => {
    const file = createUnusedPath();
    await writeFile(
      file,
      buildZip(
        createWorkbookParts({
          styles: 'none',
          rows: '<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>',
        }),
      ),
    );
    const { path: written } = await writeResults(file, { 2: [5] });
    expect(findBrokenRules(unzip(await readFile(written)))).toEqual({});
  });

  test('real workbooks are present', ({ skip }) => {
    if (SHARED_WORKBOOKS.length === 0) {
      cannotRun(skip, 'There is no folder ../shared/workbooks beside the checkout.');
    }
  });

  test.each(SHARED_WORKBOOKS.map((file) => [path.basename(file), file]))(
    'the real workbook %s breaks no more rules than before',
    async (_name, file) => {
      const written = await writeResults(file, { 2: [5], 3: [6] }, { colourScale: true }).catch(
        (error: unknown) => {
          // Some workbooks are refused.
          if (error instanceof SheetError) return undefined;
          throw error;
        },
      );
      if (written === undefined) return;
      const after = findBrokenRules(unzip(await readFile(written.path)));
      if (Object.keys(after).length === 0) return;
      const before = findBrokenRules(unzip(await readFile(file)));
      for (const [rule, places = []] of Object.entries(after)) {
        expect(before[rule]?.toSorted(), rule).toEqual(places.toSorted());
      }
    },
  );
});
