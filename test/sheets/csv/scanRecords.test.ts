import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRecords } from '../../../sheets/csv/parseRecords.js';
import { type CsvRecord, readRecords, type Splitter } from '../../../sheets/csv/records.js';
import { scanRecords } from '../../../sheets/csv/scanRecords.js';

const newlines = ['\n', '\r'] as const;
const text = fc
  .array(fc.constantFrom('a', 'é', '"', '"', '""', ',', ';', ' ', '\t', '\r', '\n', '\r\n', 'ß'), {
    maxLength: 60,
  })
  .map((parts) => parts.join(''));

async function toRecords(pieces: readonly string[], split: Splitter, newline: '\n' | '\r') {
  const dialect = { delimiter: ',', newline, separatorLine: '' };
  const all: CsvRecord[] = [];
  async function* texts() {
    yield* pieces;
    await Promise.resolve();
  }
  try {
    for await (const records of readRecords(texts(), dialect, 'a.csv', split)) all.push(...records);
  } catch (error) {
    return String(error);
  }
  return all.map(({ number, source, width, cells }) => ({ number, source, width, cells }));
}

function cutAt(whole: string, cuts: readonly number[]): string[] {
  const starts = [0, ...cuts.map((cut) => cut % (whole.length + 1)).toSorted((a, b) => a - b)];
  return starts.map((start, index) => whole.slice(start, starts[index + 1] ?? whole.length));
}

test.each(newlines)(
  'scanning finds the same records as papaparse, with lines that end in %j',
  async (newline) => {
    await fc.assert(
      fc.asyncProperty(text, fc.array(fc.nat(60), { maxLength: 3 }), async (generated, cuts) => {
        // `detectNewline` does not choose CR for a text that ends in LF outside of quotation marks.
        const whole = newline === '\r' ? generated.replace(/\n+$/, '') : generated;
        const pieces = cutAt(whole, cuts);
        expect(await toRecords(pieces, scanRecords, newline)).toEqual(
          await toRecords(pieces, parseRecords, newline),
        );
      }),
      { numRuns: 3_000 },
    );
  },
);
