import { SheetError, type ResultSheet } from '../sheet.js';
import { cellRanges, contentEnd, type CsvRecord } from './records.js';

/** Where our columns stand among the user's. */
export interface ResultLayout {
  /** For each of our columns its place, counted from 0. */
  readonly places: readonly number[];
  /** The headings that the header row does not have yet, by place. */
  readonly newHeadings: ReadonlyMap<number, string>;
  /** Every heading of the user's stands in quotation marks. */
  readonly quoteAll: boolean;
}

/**
 * Our columns of an earlier run are found by their headings, wherever they are; the others go
 * behind the longest record, so that nothing of the user's is in their way.
 *
 * @throws {SheetError} when the file has no such header row.
 */
export async function layOutResults(
  records: AsyncIterable<readonly CsvRecord[]>,
  { headerRow, columns, sheet }: ResultSheet,
  delimiter: string,
): Promise<ResultLayout> {
  let header: CsvRecord | undefined;
  let width = 0;
  for await (const batch of records) {
    for (const record of batch) {
      if (record.number < headerRow) continue;
      header ??= record;
      width = Math.max(width, record.cells.length);
    }
  }
  if (!header) throw new SheetError(`${sheet} has no row ${headerRow} to hold the headings.`);

  const headings = headerRow > 0 ? header.cells.map(comparable) : [];
  const newHeadings = new Map<number, string>();
  const places = columns.map(({ heading }) => {
    const found = headings.indexOf(comparable(heading));
    if (found >= 0) return found;
    newHeadings.set(width, heading);
    return width++;
  });
  return { places, newHeadings, quoteAll: isQuoted(header, delimiter) };
}

/**
 * The record's source with new cells at the given places, and without any change elsewhere. A
 * short record is filled up with empty cells.
 */
export function spliceCells(
  record: CsvRecord,
  cells: ReadonlyMap<number, string>,
  delimiter: string,
): string {
  const { source } = record;
  const count = record.cells.length;
  const places = [...cells.keys()];
  let content = '';
  let copied = 0;
  if (places.some((place) => place < count)) {
    cellRanges(record, delimiter).forEach(([from, to], place) => {
      const cell = cells.get(place);
      if (cell === undefined) return;
      content += source.slice(copied, from) + cell;
      copied = to;
    });
  }
  const end = contentEnd(source);
  content += source.slice(copied, end);
  const last = Math.max(-1, ...places);
  for (let place = count; place <= last; place++) content += delimiter + (cells.get(place) ?? '');
  return content + source.slice(end);
}

function isQuoted(record: CsvRecord, delimiter: string): boolean {
  return cellRanges(record, delimiter).every(([start]) => record.source[start] === '"');
}

/** Two headings that look the same are the same. */
function comparable(heading: string): string {
  return heading
    .replace(/[\u200b-\u200d\u2060\ufeff]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
