import { expect, test } from 'vitest';
import type { Difference } from '../../../sheets/messages.js';
import { memorySource, MemorySink } from '../../../sheets/xlsx/memory.js';
import { openWorkbook } from '../../../sheets/xlsx/open.js';
import { webCompression } from '../../../sheets/xlsx/webCompression.js';
import { createWorkbookParts } from './workbookFixture.js';
import { buildZip, unzip, type Parts } from './zipFixture.js';

const row = (number: number) => `<row r="${number}"><c r="A${number}"><v>1</v></c></row>`;

/** Writes results into a workbook with the rows 1, 2 and 4, and checks the written parts after `change`. */
async function findDifference(change: (parts: Parts) => Parts): Promise<Difference | undefined> {
  const original = buildZip(
    createWorkbookParts({
      rows: `${row(1)}${row(2)}${row(4)}`,
      parts: { 'xl/media/image.bin': 'image' },
    }),
  );
  const book = await openWorkbook({
    source: memorySource(original),
    compression: webCompression,
    fileName: 'people.xlsx',
  });
  const patched = await book.patch({
    sheet: 'Hires',
    headerRow: 1,
    columns: [{ heading: 'Note', kind: 'text' }],
    results: () => ['a'],
    colourScale: false,
  });
  const sink = new MemorySink();
  await patched.write(sink);
  const written = [...unzip(Buffer.from(sink.bytes()))].map(
    ([name, { content }]) => [name, content] as const,
  );
  return patched.findDifference(memorySource(buildZip(change(Object.fromEntries(written)))));
}

const worksheet = 'xl/worksheets/sheet1.xml';

test.each<[what: string, change: (parts: Parts) => Parts, difference: Difference | undefined]>([
  ['no change', (parts) => parts, undefined],
  [
    'a new part',
    (parts) => ({ ...parts, 'xl/extra.xml': '<x/>' }),
    { code: 'part', part: 'xl/extra.xml' },
  ],
  [
    'a changed part',
    (parts) => ({ ...parts, 'xl/media/image.bin': 'other' }),
    { code: 'part', part: 'xl/media/image.bin' },
  ],
  [
    'a new row',
    (parts) => ({
      ...parts,
      [worksheet]: String(parts[worksheet]).replace('<row r="4"', `${row(3)}<row r="4"`),
    }),
    { code: 'rowMissingOrNew', row: 3 },
  ],
  [
    'a missing row',
    (parts) => ({
      ...parts,
      [worksheet]: String(parts[worksheet]).replace(/<row r="2".*?<\/row>/, ''),
    }),
    { code: 'rowMissingOrNew', row: 2 },
  ],
])('the check of a written workbook finds %s', async (_what, change, difference) => {
  expect(await findDifference(change)).toEqual(difference);
});
