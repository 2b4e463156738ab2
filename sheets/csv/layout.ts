import type { FarCell, RowExtents } from '../rowExtents.js';
import { SheetError, type ResultTarget } from '../sheet.js';
import { type CellRange, findCellRanges, findContentEnd } from './cellRanges.js';
import type { CsvRecord } from './records.js';

export interface ResultLayout {
  /** The positions of our columns, counted from 0. */
  readonly places: readonly number[];
  /** The indexes of `places`, in ascending order of position. */
  readonly order: readonly number[];
  /** The number of columns in use, including a heading above `headerRow`, without our new columns. */
  readonly width: number;
  /** The cell before the new columns: the end of the longest record, or a heading above `headerRow`. Missing if no column is added. */
  readonly rightOf?: FarCell | undefined;
  /** Whether all cells of the heading row, or else of the first record, are quoted. */
  readonly quoteAll: boolean;
}

/**
 * New columns go to the right of all used cells at or below the heading row, and of `lastHeading`, so
 * that they do not cover the user's cells.
 */
export async function layOutResults(
  records: AsyncIterable<readonly CsvRecord[]>,
  extents: RowExtents,
  { headerRow, lastHeading = -1, columns, sheet }: ResultTarget,
  delimiter: string,
): Promise<ResultLayout> {
  const header = await findRecordFrom(headerRow, records);
  if (!header) throw new SheetError({ code: 'noHeaderRow', sheet, row: headerRow });
  const furthest = extents.findFurthest(headerRow);
  const rightOf =
    lastHeading > (furthest?.column ?? -1) ? { row: headerRow - 1, column: lastHeading } : furthest;
  const width = (rightOf?.column ?? -1) + 1;
  let next = width;
  const places = columns.map(({ at }) => at ?? next++);
  const order = places
    .map((_, column) => column)
    .sort((a, b) => (places[a] ?? 0) - (places[b] ?? 0));
  const quoteAll = isQuoted(header, delimiter);
  return { places, order, width, quoteAll, ...(next === width ? {} : { rightOf }) };
}

export function countColumns({ width, places }: ResultLayout): number {
  return Math.max(width, ...places.map((place) => place + 1));
}

async function findRecordFrom(
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
 * Writes our cells into a record, and fills up a short record with empty cells. `undefined` leaves
 * a cell unchanged.
 */
export function spliceCells(
  record: CsvRecord,
  ours: readonly (string | undefined)[],
  { places, order }: ResultLayout,
  delimiter: string,
): string {
  const { source } = record;
  const end = findContentEnd(source);
  let cellCount = record.width;
  let ranges: readonly CellRange[] | undefined;
  let text = '';
  let copiedEnd = 0;
  for (const column of order) {
    const place = places[column] ?? 0;
    const cell = ours[column];
    if (place < cellCount) {
      if (cell === undefined) continue;
      ranges ??= findCellRanges(source, delimiter);
      const [from, to] = ranges[place] ?? [end, end];
      text += source.slice(copiedEnd, from) + cell;
      copiedEnd = to;
    } else {
      text += source.slice(copiedEnd, end) + delimiter.repeat(place - cellCount + 1) + (cell ?? '');
      copiedEnd = end;
      cellCount = place + 1;
    }
  }
  return text + source.slice(copiedEnd);
}

function isQuoted({ source }: CsvRecord, delimiter: string): boolean {
  return findCellRanges(source, delimiter).every(([start]) => source[start] === '"');
}
