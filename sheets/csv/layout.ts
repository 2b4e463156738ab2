import type { FarCell, RowExtents } from '../rowExtents.js';
import { SheetError, type ResultTarget } from '../sheet.js';
import { type CellRange, cellRanges } from './cellRanges.js';
import { contentEnd, type CsvRecord } from './records.js';

/** Where our columns stand among the user's. */
export interface ResultLayout {
  /** For each of our columns its place, counted from 0. */
  readonly places: readonly number[];
  /** Our columns by ascending place. */
  readonly order: readonly number[];
  /** The number of columns before ours came in. */
  readonly width: number;
  /** The end of the longest record; left out when no column is added behind it. */
  readonly rightOf?: FarCell | undefined;
  /** Every heading of the user's stands in quotation marks. */
  readonly quoteAll: boolean;
}

/**
 * Our columns stay where they are; those that are to be added go behind the longest record, so that
 * nothing of the user's is in their way.
 *
 * @throws {SheetError} when the file has no such header row.
 */
export async function layOutResults(
  records: AsyncIterable<readonly CsvRecord[]>,
  extents: RowExtents,
  { headerRow, columns, sheet }: ResultTarget,
  delimiter: string,
): Promise<ResultLayout> {
  const header = await firstFrom(headerRow, records);
  if (!header) throw new SheetError(`${sheet} has no row ${headerRow} to hold the headings.`);
  const rightOf = extents.furthestFrom(headerRow);
  const width = (rightOf?.column ?? -1) + 1;
  let next = width;
  const places = columns.map(({ at }) => at ?? next++);
  const order = places
    .map((_, column) => column)
    .sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  return {
    ...{ places, order, width, quoteAll: isQuoted(header, delimiter) },
    ...(next === width ? {} : { rightOf }),
  };
}

/** How many columns the file has with ours. */
export function columnCount({ width, places }: ResultLayout): number {
  return Math.max(width, ...places.map((place) => place + 1));
}

async function firstFrom(
  number: number,
  records: AsyncIterable<readonly CsvRecord[]>,
): Promise<CsvRecord | undefined> {
  for await (const batch of records) {
    const found = batch.find((record) => record.number >= number);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The record's source with our cells in it, and without any change elsewhere. A short record is
 * filled up with empty cells.
 *
 * @param ours our cells as they are to stand in the file, by column; `undefined` leaves one as
 *   it is.
 */
export function spliceCells(
  record: CsvRecord,
  ours: readonly (string | undefined)[],
  { places, order }: ResultLayout,
  delimiter: string,
): string {
  const { source } = record;
  const end = contentEnd(source);
  let count = record.width;
  let ranges: readonly CellRange[] | undefined;
  let text = '';
  let copied = 0;
  for (const column of order) {
    const place = places[column] ?? 0;
    const cell = ours[column];
    if (place < count) {
      if (cell === undefined) continue;
      ranges ??= cellRanges(source, delimiter);
      const [from, to] = ranges[place] ?? [end, end];
      text += source.slice(copied, from) + cell;
      copied = to;
    } else {
      text += source.slice(copied, end) + delimiter.repeat(place - count + 1) + (cell ?? '');
      copied = end;
      count = place + 1;
    }
  }
  return text + source.slice(copied);
}

function isQuoted({ source }: CsvRecord, delimiter: string): boolean {
  return cellRanges(source, delimiter).every(([start]) => source[start] === '"');
}
