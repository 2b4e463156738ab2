import type { Cell, CurrentCells } from '../sheet.js';
import type { ResultLayout } from './layout.js';
import type { CsvRecord } from './records.js';

/** A cell of a CSV file is plain text; one with only spaces is blank. */
export function csvCell(text: string | undefined): Cell | undefined {
  return text === undefined || text.trim() === '' ? undefined : { kind: 'text', text };
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
