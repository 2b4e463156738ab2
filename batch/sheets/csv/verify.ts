import { isDeepStrictEqual } from 'node:util';
import type { CsvRecord } from './records.js';
import { csvRecords, inspectCsv, type CsvSource } from './source.js';

/** What our cells of a record are to hold, by place; `undefined` for a record that stays as it is. */
export type ResultCells = (record: CsvRecord) => ReadonlyMap<number, string> | undefined;

/**
 * Reads a written file as if for the first time and compares every cell of it with the source
 * and the results. Says in a few words where the first difference is; `undefined` when there is
 * none.
 */
export async function differenceFromSource(
  source: CsvSource,
  writtenPath: string,
  cellsOf: ResultCells,
): Promise<string | undefined> {
  const written = await inspectCsv(writtenPath);
  if (!isDeepStrictEqual(written.encoding, source.encoding)) return 'its encoding would change';
  if (!isDeepStrictEqual(written.dialect, source.dialect)) return 'its delimiter would change';
  for await (const [before, after] of pairs(csvRecords(source), csvRecords(written))) {
    if (!before || !after) return 'it would have another number of rows';
    const place = differentCell(before, after, cellsOf(before));
    if (place !== undefined) return `row ${before.number} would differ in cell ${place + 1}`;
  }
  return undefined;
}

function differentCell(
  before: CsvRecord,
  after: CsvRecord,
  ours: ReadonlyMap<number, string> | undefined,
): number | undefined {
  if (!ours) return before.source === after.source ? undefined : 0;
  const count = Math.max(before.cells.length, after.cells.length, Math.max(...ours.keys()) + 1);
  for (let place = 0; place < count; place++) {
    const expected = ours.get(place) ?? before.cells[place] ?? '';
    if (after.cells[place] !== expected) return place;
  }
  return undefined;
}

/** Walks two streams of batches side by side; the shorter one gives `undefined` at the end. */
async function* pairs<T>(
  left: AsyncGenerator<readonly T[]>,
  right: AsyncGenerator<readonly T[]>,
): AsyncGenerator<readonly [T | undefined, T | undefined]> {
  const a = singles(left);
  const b = singles(right);
  for (;;) {
    const [x, y] = [await a.next(), await b.next()];
    if (x.done && y.done) return;
    yield [x.done ? undefined : x.value, y.done ? undefined : y.value];
  }
}

async function* singles<T>(batches: AsyncGenerator<readonly T[]>): AsyncGenerator<T> {
  for await (const batch of batches) yield* batch;
}
