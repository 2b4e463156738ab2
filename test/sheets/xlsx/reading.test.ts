import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import {
  createUnusedPath,
  createLinkXml,
  MAIN,
  readRows,
  readShown,
  saveWorkbook,
  toShownText,
  type WorkbookFixture,
  createWorkbookParts,
} from './workbookFixture.js';
import { buildZip } from './zipFixture.js';

async function readFirstCell(cell: string, fixture: WorkbookFixture = {}): Promise<string> {
  const rows = await readRows(await saveWorkbook({ rows: `<row r="1">${cell}</row>`, ...fixture }));
  return toShownText(rows[0]?.cells[0]);
}

const STYLES = {
  xfs: [14, 164, 165, 166, 167, 10, 168, 22, 46].map((id) => `<xf numFmtId="${id}"/>`).join(''),
  formats: [
    [164, 'dd/mm/yyyy hh:mm'],
    [165, '00000'],
    [166, '[h]:mm'],
    [167, 'h:mm AM/PM'],
    [168, '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy'],
  ]
    .map(([id, code]) => `<numFmt numFmtId="${id ?? ''}" formatCode="${code ?? ''}"/>`)
    .join(''),
};

describe('the cell reader', () => {
  it.each<[name: string, cell: string, expected: string]>([
    ['a number', '<c r="A1"><v>12.5</v></c>', '12.5'],
    ['a blank value', '<c r="A1"><v></v></c>', ''],
    ['a large id', '<c r="A1"><v>1.2345678E+20</v></c>', '123456780000000000000'],
    ['a large safe integer', '<c r="A1"><v>9007199254740991</v></c>', '9007199254740991'],
    ['an integer that is not safe', '<c r="A1"><v>9007199254740994</v></c>', '9007199254740990'],
    [
      'a negative integer that is not safe',
      '<c r="A1"><v>-9007199254740994</v></c>',
      '-9007199254740990',
    ],
    ['a number with 15 digits', '<c r="A1"><v>-1.23456789012345</v></c>', '-1.23456789012345'],
    ['a tiny number', '<c r="A1"><v>1E-7</v></c>', '0.0000001'],
    ['a sum with a rounding error', '<c r="A1"><v>0.30000000000000004</v></c>', '0.3'],
    ['a boolean', '<c r="A1" t="b"><v>1</v></c>', 'true'],
    ['a boolean that is 0', '<c r="A1" t="b"><v>0</v></c>', 'false'],
    ['a boolean in capitals', '<c r="A1" t="b"><v>TRUE</v></c>', 'true'],
    ['a boolean between spaces', '<c r="A1" t="b"><v> False </v></c>', 'false'],
    ['a boolean in CDATA', '<c r="A1" t="b"><v><![CDATA[true]]></v></c>', 'true'],
    ['another word in a boolean cell', '<c r="A1" t="b"><v>WAHR</v></c>', 'WAHR'],
    ['an error', '<c r="A1" t="e"><v>#N/A</v></c>', '#N/A'],
    ['a shared text', '<c r="A1" t="s"><v>0</v></c>', '00123'],
    ['rich text without its phonetic hints', '<c r="A1" t="s"><v>1</v></c>', 'Ana María'],
    [
      'an entity that is not predefined',
      '<c r="A1" t="str"><v>&constructor;</v></c>',
      '&constructor;',
    ],
    ['text with entities and escapes', '<c r="A1" t="s"><v>2</v></c>', 'A&B <é>\u0001 _x0041_'],
    ['an empty shared text', '<c r="A1" t="s"><v>3</v></c>', ''],
    [
      'inline text',
      '<c r="A1" t="inlineStr"><is><r><t>Zoë </t></r><r><t>Ø</t></r></is></c>',
      'Zoë Ø',
    ],
    ['inline text in a value', '<c r="A1" t="inlineStr"><v>Ana</v></c>', 'Ana'],
    [
      'a value in CDATA among comments',
      '<c r="A1" t="str"><v><!-- <c> --><![CDATA[a </row> b]]></v></c>',
      'a </row> b',
    ],
    ['a date cell', '<c r="A1" t="d"><v>2026-11-03T00:00:00.000Z</v></c>', '2026-11-03'],
    [
      'a date cell with a time',
      '<c r="A1" t="d"><v>2026-11-03T09:30:00</v></c>',
      '2026-11-03T09:30:00',
    ],
    ['a formula', '<c r="A1"><f>1+1</f><v>2</v></c>', '2'],
    ['a formula that gives text', '<c r="A1" t="str"><f>"a"</f><v>a</v></c>', 'a'],
    ['a formula that gives empty text', '<c r="A1" t="str"><f>""</f><v></v></c>', ''],
    ['a formula that was never calculated', '<c r="A1"><f>1+1</f></c>', '(uncalculated)'],
    [
      'a formula with an empty value, as openpyxl writes it',
      '<c r="A1"><f>1+1</f><v/></c>',
      '(uncalculated)',
    ],
    ['a date', '<c r="A1" s="1"><v>46329</v></c>', '2026-11-03'],
    ['a date from a formula', '<c r="A1" s="1"><f>A2</f><v>46329</v></c>', '2026-11-03'],
    ['a date-time', '<c r="A1" s="2"><v>46329.395833333336</v></c>', '2026-11-03T09:30:00'],
    [
      'a date-time less than a second before midnight',
      '<c r="A1" s="2"><v>46329.999999999</v></c>',
      '2026-11-04',
    ],
    ['a padded id', '<c r="A1" s="3"><v>123</v></c>', '00123'],
    ['an elapsed time', '<c r="A1" s="4"><v>1.5</v></c>', '1.5'],
    ['a time of day', '<c r="A1" s="5"><v>0.5</v></c>', '12:00:00'],
    ['a percentage', '<c r="A1" s="6"><v>0.125</v></c>', '0.125'],
    ['a long date', '<c r="A1" s="7"><v>46329</v></c>', '2026-11-03'],
    ['the first of March 1900', '<c r="A1" s="1"><v>61</v></c>', '1900-03-01'],
    [
      '29 February 1900, which Excel counts by mistake',
      '<c r="A1" s="1"><v>60</v></c>',
      '1900-02-29',
    ],
    ['the first day of 1900', '<c r="A1" s="1"><v>1</v></c>', '1900-01-01'],
    ['a negative number under a date format', '<c r="A1" s="1"><v>-5</v></c>', '-5'],
  ])('reads %s', async (_name, cell, expected) => {
    const strings = [
      '<t>00123</t>',
      '<r><t xml:space="preserve">Ana </t></r><r><rPr><b/></rPr><t>María</t></r><rPh sb="0" eb="1"><t>x</t></rPh>',
      '<t>A&amp;B &lt;&#233;&gt;_x0001_ _x005F_x0041_</t>',
      '',
    ];
    expect(await readFirstCell(cell, { strings, styles: STYLES })).toBe(expected);
  });

  it('distinguishes a linked data type from an error', async () => {
    const rows =
      '<row r="1"><c r="A1" t="e" vm="1"><v>#VALUE!</v></c><c r="B1" t="e"><v>#VALUE!</v></c></row>';
    const [row] = await readRows(await saveWorkbook({ rows }));
    expect(row?.cells).toEqual([
      { kind: 'error', code: '#VALUE!', isRich: true },
      { kind: 'error', code: '#VALUE!' },
    ]);
  });

  it.each([
    [-1, '-1'],
    [-0.5, '-0.5'],
    [0, '1904-01-01'],
    [60, '1904-03-01'],
    [2_957_003, '9999-12-31'],
    [2_957_004, '2957004'],
    [44867, '2026-11-03'],
  ])('reads day %d of a 1904 workbook as %s', async (serial, iso) => {
    const cell = `<c r="A1" s="1"><v>${serial}</v></c>`;
    expect(await readFirstCell(cell, { styles: STYLES, date1904: true })).toBe(iso);
  });

  it('reads the same date in every time zone', async () => {
    const zone = process.env.TZ;
    try {
      for (const TZ of ['America/Los_Angeles', 'Pacific/Kiritimati', 'UTC']) {
        process.env.TZ = TZ;
        expect(await readFirstCell('<c s="1"><v>46329</v></c>', { styles: STYLES })).toBe(
          '2026-11-03',
        );
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });
});

describe('an id in a number format', () => {
  // `shown` is the text that Excel shows if it differs from `text`; empty if it is unknown.
  it.each<[code: string, value: string, text: string, shown: string | undefined]>([
    ['"E-"0000', '42', '42', 'E-0042'],
    ['\\E\\-0000', '42', '42', 'E-0042'],
    ['[Blue]00000', '43', '00043', undefined],
    ['[$-409]00000', '46', '00046', undefined],
    ['[Red]"E-"0000', '42', '42', 'E-0042'],
    ['000\\-000', '12345', '12345', '012-345'],
    ['000-000', '12345678', '12345678', '12345-678'],
    ['"EMP"0', '7', '7', 'EMP7'],
    ['"EMP"#', '7', '7', 'EMP7'],
    ['0000"X"', '7', '7', '0007X'],
    ['"a;b"00', '7', '7', 'a;b07'],
    ['"E-"0000', '4.5', '4.5', ''],
    ['"E-"0000;"none"', '-4', '-4', ''],
    ['"E-"#,##0', '42', '42', ''],
    ['[>99]"E-"0;"F-"0', '42', '42', ''],
    ['General"X"', '42', '42', ''],
    ['0', '42', '42', undefined],
    ['#,##0_)', '42', '42', undefined],
    ['0.00', '42', '42', undefined],
    ['0000 ', '42', '0042', undefined],
    ['_ 0000\\ ', '42', '0042', undefined],
    ['000 000', '1234', '1234', ''],
    ['000\\ 000', '1234', '1234', ''],
    ['000_-000', '1234', '1234', ''],
    ['_-0000_-', '42', '0042', undefined],
    ['"E"_-0000_)', '42', '42', 'E 0042 '],
    ['# ##0', '1234', '1234', ''],
    ['"E" 0000', '42', '42', 'E 0042'],
    ['????', '42', '42', undefined],
    ['??0', '42', '42', undefined],
    ['0???', '42', '42', ''],
    ['"E-"????', '42', '42', ''],
    ['0#', '4', '4', ''],
    ['0,000', '42', '42', ''],
    ['00.00', '4', '4', ''],
    ['#,##0,', '42000', '42000', ''],
    ['0000/00', '202612', '202612', ''],
    ['[DBNum1]0000', '42', '42', ''],
    ['$#,##0.00', '42', '42', undefined],
    ['0%', '42', '42', undefined],
    ['0.00E+00', '42', '42', undefined],
    ['@', '42', '42', undefined],
    ['General', '42', '42', undefined],
  ])('%s: %s is read as the text %j', async (code, value, text, shown) => {
    const formatCode = code.replaceAll('"', '&quot;').replaceAll('>', '&gt;');
    const styles = {
      xfs: '<xf numFmtId="164"/>',
      formats: `<numFmt numFmtId="164" formatCode="${formatCode}"/>`,
    };
    const rows = `<row r="1"><c r="A1" s="1"><v>${value}</v></c></row>`;
    const [row] = await readRows(await saveWorkbook({ rows, styles }));
    const cell = { kind: 'number', value: Number(value), text };
    expect(row?.cells[0]).toEqual(shown === undefined ? cell : { ...cell, shown });
  });
});

describe('the sheet reader', () => {
  it('counts rows and cells without an address', async () => {
    const file = await saveWorkbook({
      rows: '<row><c><v>1</v></c><c r="D1"><v>2</v></c><c><v>3</v></c></row><row r="5"/><row><c><v>4</v></c></row>',
    });
    expect(await readShown(file)).toEqual([
      [1, '1', '', '', '2', '3'],
      [6, '4'],
    ]);
  });

  it('skips rows that have only formatting, and reads hidden ones', async () => {
    const file = await saveWorkbook({
      rows: '<row r="1" hidden="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2" s="1"/></row>',
    });
    expect(await readShown(file)).toEqual([[1, '1']]);
  });

  it('marks hidden rows, however they were hidden', async () => {
    const cell = '<c><v>1</v></c>';
    const file = await saveWorkbook({
      // `zeroHeight` hides only rows that are not in the file.
      before: '<sheetFormatPr defaultRowHeight="15" zeroHeight="1"/>',
      rows:
        `<row r="1">${cell}</row><row r="2" hidden="1">${cell}</row>` +
        `<row r="3" hidden='true' outlineLevel="1">${cell}</row><row r="4" hidden="0">${cell}</row>` +
        `<row r="5" ht="0" customHeight="1">${cell}</row><row r="6" ht="0.75">${cell}</row>`,
    });
    const rows = await readRows(file);
    expect(rows.flatMap(({ number, hidden }) => (hidden ? [number] : []))).toEqual([2, 3, 5]);
  });

  it("returns the columns of a table's totals row", async () => {
    const tablePart = (ref: string, attributes: string) =>
      `<table xmlns="${MAIN}" id="1" name="T" displayName="T" ref="${ref}"${attributes}/>`;
    const file = await saveWorkbook({
      rows: [1, 2, 3, 4].map((row) => `<row r="${row}"><c><v>1</v></c></row>`).join(''),
      sheetLinks:
        createLinkXml('t1', 'table', '../tables/table1.xml') +
        createLinkXml('t2', 'table', '../tables/table2.xml'),
      parts: {
        'xl/tables/table1.xml': tablePart('B1:D3', ' totalsRowCount="1"'),
        'xl/tables/table2.xml': tablePart('F1:G4', ' totalsRowShown="0"'),
      },
    });
    const rows = await readRows(file);
    expect(rows.map(({ totals }) => totals)).toEqual([undefined, undefined, [[1, 3]], undefined]);
  });

  it('accepts a prefix on every element, and comments and CDATA among the rows', async () => {
    const sheet =
      `<?xml version="1.0"?><!-- <sheetData> --><x:worksheet xmlns:x="${MAIN}"><x:cols><x:col min="1" max="2"></x:col></x:cols>` +
      '<x:sheetData><!-- <x:row r="9"><x:c><x:v>9</x:v></x:c></x:row> --><x:row r="1"><!-- </x:row> -->' +
      '<x:c r="A1"><x:v><![CDATA[7]]></x:v></x:c></x:row ></x:sheetData></x:worksheet>';
    expect(await readShown(await saveWorkbook({ sheet }))).toEqual([[1, '7']]);
  });

  it.each(['utf16le', 'utf-16be'] as const)('accepts %s', async (encoding) => {
    const xml =
      `<?xml version="1.0" encoding="UTF-16"?><worksheet xmlns="${MAIN}"><sheetData><row r="1">` +
      '<c r="A1" t="inlineStr"><is><t>Zoë 日本</t></is></c></row></sheetData></worksheet>';
    const bytes = Buffer.from(`\ufeff${xml}`, 'utf16le');
    const sheet = encoding === 'utf16le' ? bytes : bytes.swap16();
    expect(await readShown(await saveWorkbook({ sheet }))).toEqual([[1, 'Zoë 日本']]);
  });

  it('accepts a sheet without rows', async () => {
    const sheet = `<worksheet xmlns="${MAIN}"><sheetData/></worksheet>`;
    expect(await readShown(await saveWorkbook({ sheet }))).toEqual([]);
  });

  it('reads a large sheet to its last row', async () => {
    const rows = Array.from({ length: 3000 }, (_, index) => {
      const name = `Zoë ${'é'.repeat(index % 40)}`;
      return `<row r="${index + 1}"><c r="A${index + 1}" t="inlineStr"><is><t>${name}</t></is></c><c><v>${index}</v></c></row>`;
    });
    const read = await readShown(await saveWorkbook({ rows: rows.join('<!-- <row r="1"> -->') }));
    expect(read).toHaveLength(3000);
    expect(read[2999]).toEqual([3000, `Zoë ${'é'.repeat(2999 % 40)}`, '2999']);
  });

  it('looks up many shared texts by number', async () => {
    const strings = Array.from({ length: 20_000 }, (_, index) => `<t>name ${index}</t>`);
    const rows = strings.map((_, index) => `<row><c t="s"><v>${index}</v></c></row>`).join('');
    const read = await readShown(await saveWorkbook({ rows, strings }));
    expect(read.every(([number, text]) => text === `name ${number - 1}`)).toBe(true);
  });
});

describe('an archive', () => {
  it.each([
    ['stored entries', { stored: true }],
    ['data descriptors', { descriptors: true }],
    ['zip64', { zip64: true }],
  ])('may have %s', async (_name, zip) => {
    const file = await saveWorkbook({ rows: '<row r="1"><c><v>1</v></c></row>', zip });
    expect(await readShown(file)).toEqual([[1, '1']]);
  });

  it.each([
    ['another case', (name: string) => name.replace('xl/', 'XL/').replace('sheet1', 'Sheet1')],
    ['backslashes', (name: string) => name.replaceAll('/', '\\')],
  ])('may have part names with %s', async (_name, spell) => {
    const parts = Object.entries(createWorkbookParts({ rows: '<row r="1"><c><v>1</v></c></row>' }));
    const file = createUnusedPath();
    await writeFile(file, buildZip(parts.map(([name, text]) => [spell(name), text] as const)));
    expect(await readShown(file)).toEqual([[1, '1']]);
  });
});
