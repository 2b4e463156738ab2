import { isDeepStrictEqual } from 'node:util';
import type { Difference } from '../messages.js';
import type { ResultLayout } from './layout.js';
import { findContentEnd } from './cellRanges.js';
import type { CsvRecord } from './records.js';
import { parseSource, inspectCsv, scanSource, type CsvSource } from './source.js';

/** Returns our cells of a record; `undefined` leaves a cell, or the record, unchanged. */
export type ResultCells = (record: CsvRecord) => readonly (string | undefined)[] | undefined;

export async function findDifference(
  source: CsvSource,
  writtenPath: string,
  { places }: ResultLayout,
  toCells: ResultCells,
): Promise<Difference | undefined> {
  const written = await inspectCsv(writtenPath, source.namedEncoding);
  if (!isDeepStrictEqual(written.encoding, source.encoding)) return { code: 'encoding' };
  if (!isDeepStrictEqual(written.dialect, source.dialect)) return { code: 'delimiter' };

  const batches = parseSource(written);
  const comparison = new RecordComparison(places, source.dialect.delimiter, toCells);
  try {
    return await compareRecords(scanSource(source), batches, comparison);
  } finally {
    await batches.return(undefined);
  }
}

async function compareRecords(
  source: AsyncGenerator<readonly CsvRecord[]>,
  written: AsyncGenerator<readonly CsvRecord[], undefined>,
  comparison: RecordComparison,
): Promise<Difference | undefined> {
  let batch: readonly CsvRecord[] = [];
  let next = 0;
  for await (const records of source) {
    for (const before of records) {
      if (next === batch.length) {
        batch = (await written.next()).value ?? [];
        next = 0;
      }
      const after = batch[next++];
      const row = before.number;
      if (!after) return { code: 'rowMissing', row };
      const place = comparison.findDifferentPlace(before, after);
      if (place !== undefined) return { code: 'cellOfRow', row, cell: place + 1 };
    }
  }
  const hasMore = next < batch.length || (await written.next()).value !== undefined;
  return hasMore ? { code: 'moreRows' } : undefined;
}

class RecordComparison {
  readonly #columnAt = new Map<number, number>();
  /** The position of our first column. */
  readonly #first: number;
  /** The number of columns up to our last column. */
  readonly #width: number;

  constructor(
    places: readonly number[],
    private readonly delimiter: string,
    private readonly toCells: ResultCells,
  ) {
    for (const [column, place] of places.entries()) this.#columnAt.set(place, column);
    this.#first = Math.min(...places);
    this.#width = Math.max(...places) + 1;
  }

  /** A row without results is compared as a whole; if it differs, the position is 0. */
  findDifferentPlace(before: CsvRecord, after: CsvRecord): number | undefined {
    const ours = this.toCells(before);
    if (!ours) return before.source === after.source ? undefined : 0;
    const isContinued = this.#isContinued(before, after);
    const theirs = isContinued ? [] : before.cells;
    const width = Math.max(before.width, this.#width);
    for (let place = isContinued ? before.width : 0; place < width; place++) {
      const cell = ours[this.#columnAt.get(place) ?? -1] ?? theirs[place] ?? '';
      if (after.cells[place] !== cell) return place;
    }
    return after.width > width ? width : undefined;
  }

  /** A fast check that usually succeeds if our columns are new. */
  #isContinued(before: CsvRecord, after: CsvRecord): boolean {
    if (before.width > this.#first) return false;
    const end = findContentEnd(before.source);
    // Comparing slices is several times faster than startsWith.
    return (
      after.source[end] === this.delimiter &&
      after.source.slice(0, end) === before.source.slice(0, end)
    );
  }
}
