import fc from 'fast-check';
import { expect, it } from 'vitest';
import { colours } from '../colours.js';
import type { ResultColumn, ResultValue } from '../../../sheets/sheet.js';
import { escapeText } from '../../../sheets/xlsx/xml/text.js';
import { readShown, saveWorkbook, writeResults } from './workbookFixture.js';

const COLUMNS: ResultColumn[] = [
  { heading: 'Our note', kind: 'text' },
  { heading: 'Our score', kind: 'number', format: '0.0', colours },
];
const MAX_ROWS = 8;
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|_x[0-9a-f]{4}_/i;

interface UserCell {
  readonly shown: string;
  readonly type: string;
  /** The XML inside the cell. */
  readonly inner: string;
}

const text = fc
  .string({ unit: 'binary', minLength: 1, maxLength: 12 })
  .filter((value) => !FORBIDDEN.test(value));
const cell: fc.Arbitrary<UserCell> = fc.oneof(
  text.map((shown) => {
    const inner = `<is><t xml:space="preserve">${escapeText(shown)}</t></is>`;
    return { shown, type: 'inlineStr', inner };
  }),
  text.map((shown) => ({ shown, type: 'str', inner: `<f>A1</f><v>${escapeText(shown)}</v>` })),
  fc.integer().map((value) => ({ shown: String(value), type: 'n', inner: `<v>${value}</v>` })),
  fc.boolean().map((value) => {
    return { shown: String(value), type: 'b', inner: `<v>${value ? 1 : 0}</v>` };
  }),
  fc.constant({ shown: '', type: 'n', inner: '' }),
);
const userRow = fc.record({
  cells: fc.array(cell, { maxLength: 6 }),
  hasAddresses: fc.boolean(),
  hasComments: fc.boolean(),
});
type UserRow = typeof userRow extends fc.Arbitrary<infer Row> ? Row : never;

const tenths = fc.integer({ min: 0, max: 100 }).map((value) => value / 10);
const values = fc.tuple(fc.option(text, { nil: undefined }), fc.option(tenths, { nil: undefined }));
type Values = typeof values extends fc.Arbitrary<infer Value> ? Value : never;

function rowXml({ cells, hasAddresses, hasComments }: UserRow, number: number): string {
  const inner = cells.map(({ type, inner: content }, column) => {
    const address = hasAddresses ? ` r="${String.fromCharCode(65 + column)}${number}"` : '';
    return `<c${address} t="${type}">${content}</c>`;
  });
  const joined = inner.join(hasComments ? '<!-- </row> -->' : '');
  return `<row${hasAddresses ? ` r="${number}"` : ''}>${joined}</row>`;
}

/** Returns the texts of a row with our values from column `place` on, without trailing blanks. */
function createExpectedRow(row: UserRow, place: number, ours: Values | undefined): string[] {
  const cells = row.cells.map(({ shown }) => shown);
  if (ours) {
    while (cells.length < place) cells.push('');
    cells.splice(place, 2, ...ours.map((value) => (value === undefined ? '' : String(value))));
  }
  return cells.slice(0, cells.findLastIndex((shown) => shown !== '') + 1);
}

it('in any sheet, results are read back and the texts of other cells are unchanged, in two runs', async () => {
  const results = fc.array(fc.tuple(fc.boolean(), values, values), {
    minLength: MAX_ROWS,
    maxLength: MAX_ROWS,
  });
  const rows = fc.array(userRow, { minLength: 1, maxLength: MAX_ROWS });
  await fc.assert(
    fc.asyncProperty(rows, results, fc.boolean(), async (rows, results, colourScale) => {
      const heading = '<row><c t="inlineStr"><is><t>Name</t></is></c></row>';
      const xml = rows.map((row, index) => rowXml(row, index + 2));
      let file = await saveWorkbook({ rows: heading + xml.join('') });
      // A column is free if it is empty in all rows.
      const filled = rows.map((row) => createExpectedRow(row, 0, undefined).length);
      const place = Math.max(1, ...filled);
      for (const run of [1, 2] as const) {
        const runResults = results.map((result) => (result[0] ? result[run] : undefined));
        const byRow: Record<number, readonly ResultValue[]> = {};
        runResults.forEach((result, index) => {
          if (result) byRow[index + 2] = result;
        });
        const written = await writeResults(file, byRow, { columns: COLUMNS, colourScale });
        expect(written.notes).toEqual([]);
        file = written.path;
        const read = new Map((await readShown(file)).map(([number, ...cells]) => [number, cells]));
        rows.forEach((row, index) => {
          expect(read.get(index + 2) ?? []).toEqual(
            createExpectedRow(row, place, runResults[index]),
          );
        });
      }
    }),
    { numRuns: 150 },
  );
});
