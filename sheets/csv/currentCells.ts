import type { Cell, CurrentCells } from '../sheet.js';
import type { ResultLayout } from './layout.js';
import type { CsvRecord } from './records.js';

/** The character with which old programs end a text file. */
const END_OF_FILE = '\x1a';

/** A cell of a CSV file is plain text; one with only spaces, or a mark of the file's end, is blank. */
export function csvCell(text: string | undefined): Cell | undefined {
  const visible = text?.trim();
  const isBlank = visible === undefined || visible === '' || visible === END_OF_FILE;
  return isBlank ? undefined : { kind: 'text', text: text ?? '' };
}

/** The current cells in our columns of a record. */
export function currentCells(
  record: CsvRecord,
  { places }: Pick<ResultLayout, 'places'>,
): CurrentCells {
  return (column) => {
    const place = places[column] ?? Number.POSITIVE_INFINITY;
    return place < record.width ? csvCell(record.cells[place]) : undefined;
  };
}
