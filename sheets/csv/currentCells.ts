import type { Cell, CurrentCells } from '../sheet.js';
import type { ResultLayout } from './layout.js';
import type { CsvRecord } from './records.js';

/** Old programs end a text file with this character. */
const END_OF_FILE = '\x1a';

export function toCsvCell(text: string | undefined): Cell | undefined {
  const visible = text?.trim();
  const isBlank = visible === undefined || visible === '' || visible === END_OF_FILE;
  return isBlank ? undefined : { kind: 'text', text: text ?? '' };
}

export function createCurrentCells(
  record: CsvRecord,
  { places }: Pick<ResultLayout, 'places'>,
): CurrentCells {
  return (column) => {
    const place = places[column] ?? Number.POSITIVE_INFINITY;
    return place < record.width ? toCsvCell(record.cells[place]) : undefined;
  };
}
