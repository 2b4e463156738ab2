import { randomBytes } from 'node:crypto';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { beforeAll, expect, test } from 'vitest';
import { nodeCompression } from '../../../sheets/files/nodeCompression.js';
import type * as Xlsx from '../../../sheets/xlsx.js';
import { createLinkXml, MAIN, createWorkbookParts } from './workbookFixture.js';
import { buildZip, unzip } from './zipFixture.js';

/** The XLSX module, loaded without access to Node. */
let xlsx: typeof Xlsx;

beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: ['sheets/xlsx.ts'],
    bundle: true,
    write: false,
    // With this platform, any node:* import makes the build fail.
    platform: 'browser',
    format: 'iife',
    globalName: 'xlsx',
    logLevel: 'silent',
  });
  const { CompressionStream, DecompressionStream, TextDecoder, TextEncoder } = globalThis;
  const browser = createContext({
    CompressionStream,
    DecompressionStream,
    TextDecoder,
    TextEncoder,
  });
  runInContext(outputFiles[0]?.text ?? '', browser);
  xlsx = (browser as { xlsx: typeof Xlsx }).xlsx;
});

const TABLE =
  `<table xmlns="${MAIN}" id="1" name="People" displayName="People" ref="A1:B3">` +
  '<autoFilter ref="A1:B3"/><tableColumns count="2">' +
  '<tableColumn id="1" name="Name"/><tableColumn id="2" name="City"/></tableColumns></table>';

function createPeopleWorkbook(rows = ''): Buffer {
  const cell = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`;
  return buildZip(
    createWorkbookParts({
      rows:
        `<row>${cell('Name')}${cell('City')}</row><row>${cell('Ærø')}<c t="s"><v>0</v></c></row>` +
        `<row>${cell('東京')}<c t="s"><v>1</v></c></row>${rows}`,
      strings: ['<t>Zürich &amp; more</t>', '<t>“quoted”</t>'],
      after: '<tableParts count="1"><tablePart r:id="t1"/></tableParts>',
      sheetLinks: createLinkXml('t1', 'table', '../tables/table1.xml'),
      parts: { 'xl/tables/table1.xml': TABLE, 'xl/media/image.bin': randomBytes(300_000) },
    }),
  );
}

async function openPeople(bytes: Uint8Array): Promise<Xlsx.Workbook> {
  const { memorySource, openWorkbook, webCompression } = xlsx;
  const source = memorySource(bytes);
  return openWorkbook({ source, compression: webCompression, fileName: 'people.xlsx' });
}

async function readCells(book: Xlsx.Workbook): Promise<unknown[][]> {
  const all: unknown[][] = [];
  for await (const rows of book.rows('Hires')) {
    for (const { cells } of rows) {
      all.push(cells.map((cell) => cell && ('text' in cell ? cell.text : cell)));
    }
  }
  return all;
}

test('a workbook in memory is read, patched and checked without Node', async () => {
  const original = createPeopleWorkbook();
  const book = await openPeople(original);
  expect(await readCells(book)).toEqual([
    ['Name', 'City'],
    ['Ærø', 'Zürich & more'],
    ['東京', '“quoted”'],
  ]);

  const patched = await book.patch({
    sheet: 'Hires',
    headerRow: 1,
    columns: [
      { heading: 'Größe', kind: 'number', format: '0.0' },
      { heading: 'Note', kind: 'text' },
    ],
    results: (row) => [row * 1.5, `=naïve 🦊 ${row}`],
    colourScale: true,
  });
  const sink = new xlsx.MemorySink();
  await patched.write(sink);
  const written = sink.bytes();
  expect(await patched.findDifference(xlsx.memorySource(written))).toBeUndefined();

  expect(await readCells(await openPeople(written))).toEqual([
    ['Name', 'City', 'Größe', 'Note'],
    ['Ærø', 'Zürich & more', '3', '=naïve 🦊 2'],
    ['東京', '“quoted”', '4.5', '=naïve 🦊 3'],
  ]);
  const [before, after] = [unzip(original), unzip(Buffer.from(written))];
  for (const part of ['xl/media/image.bin', 'xl/sharedStrings.xml', '[Content_Types].xml']) {
    expect(after.get(part)).toEqual(before.get(part));
  }
  expect(after.get('xl/tables/table1.xml')?.content.toString()).toContain('ref="A1:D3"');
});

test('a written workbook that differs from the plan is detected without Node', async () => {
  const book = await openPeople(createPeopleWorkbook());
  const patched = await book.patch({
    sheet: 'Hires',
    headerRow: 1,
    columns: [{ heading: 'Note', kind: 'text' }],
    results: () => ['a'],
    colourScale: false,
  });
  const other = createPeopleWorkbook('<row><c><v>1</v></c></row>');
  expect(await patched.findDifference(xlsx.memorySource(other))).toHaveProperty('code', 'part');
});

test('bytes that cannot be unpacked are reported as damage without Node', async () => {
  const bytes = createPeopleWorkbook();
  bytes.fill(
    0xff,
    bytes.indexOf('worksheets/sheet1.xml') + 30,
    bytes.indexOf('sharedStrings') - 40,
  );
  const book = await openPeople(bytes);
  await expect(readCells(book)).rejects.toThrow(/people\.xlsx is damaged/);
});

test('the checksum for browsers equals that of Node', () => {
  const bytes = randomBytes(100_000);
  const checksum = xlsx.webCompression.crc32(
    bytes.subarray(5),
    xlsx.webCompression.crc32(bytes.subarray(0, 5), 0),
  );
  expect(checksum).toBe(nodeCompression.crc32(bytes, 0));
});
