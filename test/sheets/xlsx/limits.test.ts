import { writeFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SheetError } from '../../../sheets/sheet.js';
import { MAX_ROW_CHARS } from '../../../sheets/xlsx/limits.js';
import { openXlsx } from '../../../sheets/files/openXlsx.js';
import { ZipArchive } from '../../../sheets/xlsx/zip/archive.js';
import {
  MAIN,
  createUnusedPath,
  readRows,
  readShown,
  saveWorkbook,
  readSheetText,
  createWorkbookParts,
  writeResults,
} from './workbookFixture.js';
import { buildZip, buildZipBomb, type ZipOptions } from './zipFixture.js';

let unpackedBytes: number;
const read = Reflect.get(ZipArchive.prototype, 'read') as (
  this: ZipArchive,
  ...args: Parameters<ZipArchive['read']>
) => ReturnType<ZipArchive['read']>;
beforeEach(() => {
  unpackedBytes = 0;
  vi.spyOn(ZipArchive.prototype, 'read').mockImplementation(async function* (
    this: ZipArchive,
    entry,
    maxBytes,
  ) {
    for await (const chunk of read.call(this, entry, maxBytes)) {
      unpackedBytes += chunk.length;
      yield chunk;
    }
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** Returns the message of an error that must occur before much of the file is unpacked. */
async function readRefusal(file: string): Promise<string> {
  const error: unknown = await readRows(file).catch((caught: unknown) => caught);
  // An incomplete row is parsed again each time its length has doubled.
  expect(unpackedBytes).toBeLessThan(2 * MAX_ROW_CHARS + 2 ** 20);
  expect(error).toBeInstanceOf(SheetError);
  return (error as SheetError).message;
}

async function saveFile(bytes: Buffer, extension?: string): Promise<string> {
  const file = createUnusedPath(extension);
  await writeFile(file, bytes);
  return file;
}

function saveWithPart(
  name: string,
  content: string | Buffer,
  options?: ZipOptions,
): Promise<string> {
  return saveFile(buildZip({ ...createWorkbookParts({}), [name]: content }, options));
}

describe('a file that is not an .xlsx workbook is refused with advice', () => {
  const ole = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(2000)]);

  it('a workbook in the old .xls format', async () => {
    expect(await readRefusal(await saveFile(ole, '.xls'))).toMatch(/old \.xls format.*save it as/s);
  });

  it('a workbook with a password', async () => {
    const locked = Buffer.concat([ole, Buffer.from('EncryptedPackage', 'utf16le')]);
    expect(await readRefusal(await saveFile(locked))).toMatch(/password.*remove the password/s);
  });

  it('a binary workbook', async () => {
    const parts = createWorkbookParts({});
    const binary = {
      ...parts,
      '_rels/.rels': String(parts['_rels/.rels']).replace('workbook.xml', 'workbook.bin'),
    };
    expect(await readRefusal(await saveFile(buildZip(binary), '.xlsb'))).toMatch(
      /\.xlsb.*save it as/s,
    );
  });

  it('a document of another program', async () => {
    expect(await readRefusal(await saveFile(buildZip({ mimetype: 'x' })))).toMatch(
      /not an Excel workbook/,
    );
  });

  it.each([
    ['a text file', Buffer.from('name,score\nAna,3\n')],
    ['an empty file', Buffer.alloc(0)],
    ['half of a workbook', buildZip(createWorkbookParts({})).subarray(0, 700)],
  ])('%s', async (_name, bytes) => {
    expect(await readRefusal(await saveFile(bytes))).toMatch(/damaged.*save it again/s);
  });
});

describe('a hostile archive is refused at once', () => {
  it('a zip bomb of 1.5 GB', async () => {
    expect(
      await readRefusal(
        await saveFile(buildZipBomb(createWorkbookParts({}), 'xl/worksheets/sheet1.xml')),
      ),
    ).toMatch(/unpacks to more than 400 times/);
    expect(unpackedBytes).toBe(0);
  });

  it('a part larger than it declares', async () => {
    const sheet = `<worksheet xmlns="${MAIN}"><sheetData>${' '.repeat(9_000_000)}</sheetData></worksheet>`;
    const zip = buildZip(createWorkbookParts({ sheet }));
    // An entry of the directory begins 46 bytes before its name; the unpacked size is at offset 24.
    const record = zip.lastIndexOf(Buffer.from('xl/worksheets/sheet1.xml')) - 46;
    zip.writeUInt32LE(1000, record + 24);
    expect(await readRefusal(await saveFile(zip))).toMatch(/larger than it declares/);
  });

  it('a duplicate part', async () => {
    const parts = Object.entries(createWorkbookParts({}));
    const withDuplicate = [...parts, ['XL/workbook.xml', 'x'] as const];
    expect(await readRefusal(await saveFile(buildZip(withDuplicate)))).toMatch(/there twice/);
  });

  it('twenty thousand parts', async () => {
    const manyParts = Array.from({ length: 20_000 }, (_, index) => [`a/${index}`, ''] as const);
    const zip = buildZip([...Object.entries(createWorkbookParts({})), ...manyParts], {
      stored: true,
    });
    expect(await readRefusal(await saveFile(zip))).toMatch(/more than 10000 parts/);
  });

  it('a list of parts that is too long', async () => {
    const zip = buildZip(createWorkbookParts({}));
    // The record at the end of the archive has 22 bytes; the length of the list is at 12.
    zip.writeUInt32LE(17 * 2 ** 20, zip.length - 22 + 12);
    expect(await readRefusal(await saveFile(zip))).toMatch(/the list of its parts is too long/);
  });

  it('a zip64 directory behind the end of the file', async () => {
    const zip = buildZip(createWorkbookParts({}), { zip64: true });
    // The locator precedes the end record of 22 bytes; the position is at offset 8 of 20.
    zip.writeBigUInt64LE(2n ** 63n, zip.length - 22 - 20 + 8);
    expect(await readRefusal(await saveFile(zip))).toMatch(/its end is missing/);
  });

  it('a zip64 part behind the end of the file', async () => {
    const name = 'xl/worksheets/sheet1.xml';
    const zip = buildZip(createWorkbookParts({}), { zip64: true });
    // The extra field follows the name; the position is at offset 20.
    zip.writeBigUInt64LE(2n ** 63n, zip.lastIndexOf(Buffer.from(name)) + name.length + 20);
    expect(await readRefusal(await saveFile(zip))).toMatch(/is not where the directory says/);
  });

  it('a part with altered bytes', async () => {
    const zip = buildZip(createWorkbookParts({ rows: '<row><c><v>1</v></c></row>' }), {
      stored: true,
    });
    zip.write('<v>2</v>', zip.indexOf('<v>1</v>'));
    expect(await readRefusal(await saveFile(zip))).toMatch(/damaged.*checksum/);
  });
});

describe('hostile XML is refused at once', () => {
  const doctype = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>';

  it.each([
    'xl/workbook.xml',
    'xl/styles.xml',
    'xl/worksheets/sheet1.xml',
    'xl/_rels/workbook.xml.rels',
  ])('a document type in %s', async (name) => {
    const text = doctype + String(createWorkbookParts({})[name]);
    expect(await readRefusal(await saveWithPart(name, text))).toMatch(/document type/);
  });

  it('an endless row', async () => {
    const sheet = `<worksheet xmlns="${MAIN}"><sheetData><row r="1">${'<c><v>1</v></c>'.repeat(3e6)}`;
    expect(await readRefusal(await saveWorkbook({ sheet, zip: { stored: true } }))).toMatch(
      /one row fills many megabytes/,
    );
  });

  it.each([
    ['row 1048577', '<row r="1048577"><c><v>1</v></c></row>'],
    ['column XFE', '<row r="1"><c r="XFE1"><v>1</v></c></row>'],
    [
      'rows in descending order',
      '<row r="2"><c><v>1</v></c></row><row r="1"><c><v>1</v></c></row>',
    ],
  ])('%s', async (_name, rows) => {
    expect(await readRefusal(await saveWorkbook({ rows }))).toMatch(/damaged/);
  });
});

describe('a megabyte of unusual XML takes linear time', () => {
  const million = 1_000_000;
  /** Far longer than linear time takes; quadratic time would be an hour. */
  const linearMs = 10_000;

  it.each([
    ['an attribute without a value', { xfs: `<xf ${'a'.repeat(million)}/>` }],
    ['white space at the end of a tag', { xfs: `<xf${' '.repeat(million)}/>` }],
    ['white space after a name', { xfs: `<xf a${' '.repeat(million)}b/>` }],
    [
      'a number format',
      {
        xfs: '<xf numFmtId="164"/>'.repeat(10_000),
        formats: `<numFmt numFmtId="164" formatCode="&quot;${'a'.repeat(million)}"/>`,
      },
    ],
    [
      'many number formats with open brackets',
      {
        xfs: '<xf numFmtId="164"/>'.repeat(10_000),
        formats: `<numFmt numFmtId="164" formatCode="${'['.repeat(1_000)}"/>`,
      },
    ],
  ])('%s', { timeout: linearMs }, async (_name, styles) => {
    const rows = '<row r="2"><c r="A2" s="1"><v>1</v></c></row>';
    const { path } = await writeResults(await saveWorkbook({ rows, styles }), { 2: [7] });
    expect(await readShown(path)).toContainEqual([2, '1', '7']);
  });

  it.each([
    ['values without an end', '<v>'.repeat(million / 3)],
    ['empty values', '<v></v>'.repeat(million / 7)],
    ['comments without an end', `<v>${'<!--'.repeat(million / 4)}</v>`],
    ['instructions without an end', `<v>${'<?'.repeat(million / 4)}</v>`],
    ['formulas without an end', `<f${' <f '.repeat(million / 4)}/>`],
  ])('%s in a cell', { timeout: linearMs }, async (_name, inside) => {
    const rows = `<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2" ref="">${inside}</c></row>`;
    const file = await saveWorkbook({ rows });
    await readRows(file).catch(expectSheetError);
    await writeResults(file, { 2: [7] }).catch(expectSheetError);
  });

  it('tags before the shared texts', { timeout: linearMs }, async () => {
    const parts = { 'xl/sharedStrings.xml': '<sst '.repeat(million / 5) };
    const file = await saveWorkbook({ strings: [], parts });
    await readRows(file).catch(expectSheetError);
  });

  function expectSheetError(error: unknown): void {
    expect(error).toBeInstanceOf(SheetError);
  }

  it('white space in the tag of a hidden column', { timeout: linearMs }, async () => {
    const before = `<cols><col min="1" max="9" hidden="1"${' '.repeat(million)}/></cols>`;
    const rows = '<row r="2"><c r="A2"><v>1</v></c></row>';
    const { path } = await writeResults(await saveWorkbook({ rows, before }), { 2: [7] });
    expect((await readSheetText(path)).length).toBeLessThan(2 * million);
  });
});

describe('large but legal contents', () => {
  const rows = '<row r="1"><c r="A1"><v>1</v></c></row><row r="2"><c r="A2"><v>2</v></c></row>';
  const withLastRow = (column: string): string =>
    `${rows}<row r="1048576"><c r="${column}1048576"><v>3</v></c></row>`;

  it('a value in the last row is read, and prevents results only if it is in the last column', async () => {
    const file = await saveWorkbook({ rows: withLastRow('XFD') });
    expect((await readRows(file)).at(-1)).toMatchObject({ number: 1048576 });
    await expect(writeResults(file, { 2: [7] })).rejects.toThrow(/no room.*XFD1048576/);
    const { path } = await writeResults(await saveWorkbook({ rows: withLastRow('A') }), { 2: [7] });
    expect((await readSheetText(path)).length).toBeLessThan(2_000);
    expect(await readShown(path)).toContainEqual([2, '2', '7']);
  });

  it('many rows that reach to the last column are read in small batches', async () => {
    const wide = Array.from(
      { length: 2000 },
      (_, index) => `<row r="${index + 1}"><c r="XFD${index + 1}"><v>1</v></c></row>`,
    ).join('');
    const file = await saveWorkbook({ rows: wide });
    const opened = await openXlsx(file);
    let rowCount = 0;
    for await (const batch of opened.rows('Hires')) {
      expect(batch.length).toBeLessThan(10);
      rowCount += batch.length;
    }
    await opened.close();
    expect(rowCount).toBe(2000);
  });

  it('a data validation over the whole sheet does not prevent results, but merged cells do', async () => {
    const validation =
      '<dataValidations count="1"><dataValidation type="list" sqref="A1:XFD1048576"/></dataValidations>';
    const { path } = await writeResults(await saveWorkbook({ rows, after: validation }), {
      2: [7],
    });
    expect(await readShown(path)).toContainEqual([2, '2', '7']);
    expect((await readSheetText(path)).length).toBeLessThan(2_000);
    const merged = await saveWorkbook({
      rows,
      after: '<mergeCells count="1"><mergeCell ref="A1:XFD1048576"/></mergeCells>',
    });
    await expect(writeResults(merged, { 2: [7] })).rejects.toThrow(/no room.*column XFD/s);
  });

  it('results are refused if the last column has a value', async () => {
    const full = '<row r="1"><c r="XFD1"><v>1</v></c></row><row r="2"><c r="A2"><v>1</v></c></row>';
    await expect(writeResults(await saveWorkbook({ rows: full }), { 2: [7] })).rejects.toThrow(
      /no room.*column XFD/s,
    );
  });
});
