import { SheetError } from '../../sheet.js';
import { MAX_COLUMNS, MAX_ROWS } from '../../xlsx/limits.js';

/**
 * Refuses a file that is too large for a worksheet. `columns` includes ours.
 *
 * @throws {SheetError} if there are too many rows or columns.
 */
export function refuseTooLarge(
  path: string,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): void {
  const limit =
    columns > MAX_COLUMNS
      ? `${MAX_COLUMNS} columns`
      : rows > MAX_ROWS
        ? `${MAX_ROWS} rows`
        : undefined;
  if (limit === undefined) return;
  throw new SheetError(
    `${path} does not fit into an Excel worksheet, which has at most ${limit}. ` +
      'Choose an output that ends in .csv.',
  );
}
