import { SheetError } from '../../sheet.js';
import { MAX_COLUMNS, MAX_ROWS } from '../../xlsx/limits.js';

/** `columns` includes ours. */
export function assertFitsWorkbook(
  path: string,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): void {
  const code = 'tooLargeForWorkbook';
  if (columns > MAX_COLUMNS) {
    throw new SheetError({ code, file: path, limit: MAX_COLUMNS, of: 'columns' });
  }
  if (rows > MAX_ROWS) throw new SheetError({ code, file: path, limit: MAX_ROWS, of: 'rows' });
}
