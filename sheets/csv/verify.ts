import { isDeepStrictEqual } from 'node:util';
import type { ResultLayout } from './layout.js';
import type { CsvRecord } from './records.js';
import { csvRecords, inspectCsv, type CsvSource } from './source.js';

/** What our cells of a record are to hold, by column; `undefined` leaves a cell, or the record. */
export type ResultCells = (record: CsvRecord) => readonly (string | undefined)[] | undefined;

/**
 * Reads a written file as if for the first time and compares every cell of it with the source
 * and the results. Says in a few words where the first difference is; `undefined` when there is
 * none.
 */
export async function differenceFromSource(
  source: CsvSource,
  writtenPath: string,
  { places }: ResultLayout,
  cellsOf: ResultCells,
): Promise<string | undefined> {
  const written = await inspectCsv(writtenPath);
  if (!isDeepStrictEqual(written.encoding, source.encoding)) return 'its encoding would change';
  if (!isDeepStrictEqual(written.dialect, source.dialect)) return 'its delimiter would change';

  const batches = csvRecords(written);
  try {
    return await firstDifference(csvRecords(source), batches, places, cellsOf);
  } finally {
    await batches.return(undefined);
  }
}

async function firstDifference(
  source: AsyncGenerator<readonly CsvRecord[]>,
  written: AsyncGenerator<readonly CsvRecord[], undefined>,
  places: readonly number[],
  cellsOf: ResultCells,
): Promise<string | undefined> {
  let batch: readonly CsvRecord[] = [];
  let next = 0;
  for await (const records of source) {
    for (const before of records) {
      if (next === batch.length) {
        batch = (await written.next()).value ?? [];
        next = 0;
      }
      const after = batch[next++];
      if (!after) return `row ${before.number} would be missing`;
      const place = differentPlace(before, after, places, cellsOf(before));
      if (place !== undefined) return `row ${before.number} would differ in cell ${place + 1}`;
    }
  }
  const more = next < batch.length || (await written.next()).value !== undefined;
  return more ? 'it would have more rows' : undefined;
}

function differentPlace(
  before: CsvRecord,
  after: CsvRecord,
  places: readonly number[],
  ours: readonly (string | undefined)[] | undefined,
): number | undefined {
  if (!ours) return before.source === after.source ? undefined : 0;
  const expected = [...before.cells];
  places.forEach((place, column) => {
    while (expected.length <= place) expected.push('');
    expected[place] = ours[column] ?? expected[place] ?? '';
  });
  for (let place = 0; place < Math.max(expected.length, after.cells.length); place++) {
    if (after.cells[place] !== expected[place]) return place;
  }
  return undefined;
}
