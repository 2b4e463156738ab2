import fc from 'fast-check';
import { expect, test } from 'vitest';
import { guardText } from '../../../sheets/csv/formulaGuard.js';
import { openSheet } from '../../../sheets/files/open.js';
import type { CsvRecord } from '../../../sheets/csv/records.js';
import { parseSource, inspectCsv } from '../../../sheets/csv/source.js';
import type { ResultColumn, ResultValue } from '../../../sheets/sheet.js';
import { placeAtHeadings } from '../placeAtHeadings.js';
import { createFile, encodeUtf16be, encodeWindows1252 } from './sheets.js';

const COLUMNS: readonly ResultColumn[] = [
  { heading: 'Assessment status', kind: 'text' },
  { heading: 'Assessment ID', kind: 'text' },
  { heading: 'Overall trip risk', kind: 'number', format: '0.0' },
];

const ENCODINGS: Readonly<Record<string, (text: string) => Uint8Array>> = {
  'utf-8': (text) => Buffer.from(text),
  'utf-8 with a mark': (text) => Buffer.from(`\ufeff${text}`),
  'utf-16le': (text) => Buffer.from(`\ufeff${text}`, 'utf-16le'),
  'utf-16be': (text) => encodeUtf16be(`\ufeff${text}`),
  'windows-1252': encodeWindows1252,
};

/** Texts of difficult and plain characters, all of which exist in Windows-1252. */
const text = fc.string({
  unit: fc.constantFrom(...Array.from('ab0 ,;|\t"\'=\r\néÿ€\u00a0'), '\r\n'),
  maxLength: 8,
});

interface GeneratedRecord {
  /** The text of the record in the file. */
  readonly source: string;
  readonly cells: readonly string[];
}

/** Generates records as programs write them: cells are quoted if necessary, and sometimes without need. */
function generateRecords(delimiter: string): fc.Arbitrary<GeneratedRecord> {
  const cell = fc.record({ value: text, quote: fc.boolean(), space: fc.constantFrom('', ' ') });
  const cells = fc.array(cell, { minLength: 1, maxLength: 6 });
  return fc.tuple(cells, fc.constantFrom('\n', '\r\n')).map(([values, lineEnd]) => ({
    source:
      values
        .map(({ value, quote, space }) =>
          quote || value.includes(delimiter) || /^"|[\r\n]/.test(value)
            ? `"${value.replaceAll('"', '""')}"${space}`
            : value,
        )
        .join(delimiter) + lineEnd,
    cells: values.map(({ value }) => value),
  }));
}

/** Generates values for twelve rows; some rows have none. */
function generateResults(
  encoding: string,
): fc.Arbitrary<readonly (readonly ResultValue[] | undefined)[]> {
  const anyText = fc
    .string({ unit: 'grapheme', maxLength: 8 })
    .map((value) => value.replaceAll('\0', ''));
  const resultText = encoding === 'windows-1252' ? text : fc.oneof(text, anyText);
  const score = fc.integer({ min: 0, max: 100 }).map((tenths) => tenths / 10);
  const none = { nil: undefined };
  const row = fc.tuple(resultText, fc.option(resultText, none), fc.option(score, none));
  return fc.array(fc.option(row, none), { minLength: 12, maxLength: 12 });
}

const cases = fc
  .tuple(fc.constantFrom(',', ';', '\t', '|'), fc.constantFrom(...Object.keys(ENCODINGS)))
  .chain(([delimiter, encoding]) =>
    fc.record({
      delimiter: fc.constant(delimiter),
      encoding: fc.constant(encoding),
      records: fc.array(generateRecords(delimiter), { maxLength: 8 }),
      lastLineEnd: fc.boolean(),
      runs: fc.array(generateResults(encoding), { minLength: 2, maxLength: 2 }),
    }),
  );

test('each run writes its results and changes nothing else, whatever the file contains', async () => {
  await fc.assert(
    fc.asyncProperty(cases, async ({ delimiter, encoding, records, lastLineEnd, runs }) => {
      // The accent distinguishes Windows-1252 from UTF-8; the sep= line decides the delimiter.
      const generated = [{ source: 'é\r\n', cells: ['é'] }, ...records];
      if (!lastLineEnd) generated.push({ source: 'x', cells: ['x'] });
      const whole = `sep=${delimiter}\n${generated.map(({ source }) => source).join('')}`;
      const file = await createFile(ENCODINGS[encoding]?.(whole) ?? '');
      const original = await readAllRecords(file);
      expect(original.map(({ cells }) => cells)).toEqual(generated.map(({ cells }) => cells));
      const width = Math.max(...original.map(({ cells }) => cells.length));

      let previous = original;
      for (const values of runs) {
        await write(file, values);
        const current = await readAllRecords(file);
        expect(current).toHaveLength(original.length);
        current.forEach((after, index) => {
          const ours = index > 0 ? values[index] : COLUMNS.map(({ heading }) => heading);
          const before = original[index];
          expect(after.source.startsWith(before?.source.replace(/\r?\n$/, '') ?? '?')).toBe(true);
          expect(/\r?\n$/.exec(after.source)?.[0]).toBe(/\r?\n$/.exec(before?.source ?? '')?.[0]);
          if (!ours) {
            expect(after.source).toBe(previous[index]?.source);
            return;
          }
          const padding = Array<string>(width - (before?.cells.length ?? 0)).fill('');
          expect(after.cells).toEqual([
            ...(before?.cells ?? []),
            ...padding,
            ...ours.map(toFileText),
          ]);
        });
        previous = current;
      }
    }),
    { numRuns: 100 },
  );
});

/** Values of cells in sheets from different countries. */
const everyday = fc.constantFrom(
  '',
  '00042',
  '1,5',
  '1.250,75',
  'a; b',
  'x|y',
  'Zoë',
  'one\ntwo',
  '"so"',
  'Doe, Jane',
  '\tx',
);
const tables = fc
  .tuple(fc.constantFrom(',', ';', '\t', '|'), fc.integer({ min: 2, max: 6 }), fc.boolean())
  .chain(([delimiter, width, title]) =>
    fc.record({
      table: fc
        .array(fc.array(everyday, { minLength: width, maxLength: width }), { minLength: 1 })
        .map((rows) =>
          [...(title ? [['Hires of a quarter']] : []), headings.slice(0, width), ...rows]
            .map((cells) => cells.map((cell) => quoteIfNecessary(cell, delimiter)).join(delimiter))
            .join('\r\n'),
        ),
      headerRow: fc.constant(title ? 2 : 1),
      values: generateResults('utf-8'),
    }),
  );
const headings = ['Employee ID', 'Name', 'Start date', 'End date', 'Days', 'Notes'];

function quoteIfNecessary(cell: string, delimiter: string): string {
  const needsQuotes = cell.includes(delimiter) || /["\n]/.test(cell);
  return needsQuotes ? `"${cell.replaceAll('"', '""')}"` : cell;
}

test('the delimiter is still detected if only some rows have results', async () => {
  await fc.assert(
    fc.asyncProperty(tables, async ({ table, headerRow, values }) => {
      const file = await createFile(table);
      const { delimiter } = (await inspectCsv(file)).dialect;
      await write(file, values, headerRow);
      expect((await inspectCsv(file)).dialect.delimiter).toBe(delimiter);
    }),
    // Detection is a guess, which about one table of 400,000 defeats. So the tables are always the same.
    { numRuns: 100, seed: 1 },
  );
});

async function readAllRecords(file: string): Promise<CsvRecord[]> {
  const all: CsvRecord[] = [];
  for await (const records of parseSource(await inspectCsv(file))) all.push(...records);
  return all;
}

async function write(
  file: string,
  values: readonly (readonly ResultValue[] | undefined)[],
  headerRow = 1,
): Promise<void> {
  const sheet = await openSheet(file);
  const { notes } = await sheet.write({
    sheet: 'hires',
    headerRow,
    columns: await placeAtHeadings(sheet, COLUMNS, { headerRow }),
    results: (row) => values[row - 1],
    output: file,
    colourScale: false,
  });
  expect(notes).toEqual([]);
}

function toFileText(value: ResultValue): string {
  return guardText(String(value ?? ''));
}
