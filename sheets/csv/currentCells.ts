import type { Cell, CurrentCells } from '../sheet.js';
import type { ResultLayout } from './layout.js';
import type { CsvRecord } from './records.js';

/** A cell of a CSV file is text as it stands; one of nothing but spaces is blank. */
export function csvCell(text: string | undefined): Cell | undefined {
  return text === undefined || text.trim() === '' ? undefined : { kind: 'text', text };
}

/** What stands in our columns of a record. */
export function currentCells(
  { cells }: CsvRecord,
  { places }: Pick<ResultLayout, 'places'>,
): CurrentCells {
  return (column) => csvCell(cells[places[column] ?? Number.POSITIVE_INFINITY]);
}
