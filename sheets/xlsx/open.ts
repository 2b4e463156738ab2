import { isCurrent } from '../replace.js';
import type { SheetFile } from '../sheet.js';
import { OpenWorkbook } from './openWorkbook.js';
import { placeResults } from './write/placeResults.js';
import { writeResults } from './write/writeResults.js';

/**
 * Opens a workbook, `.xlsx` or `.xlsm`.
 *
 * @throws {SheetError} when it is none, is damaged, locked by a password or unreasonably made.
 */
export async function openXlsx(path: string): Promise<SheetFile> {
  const book = await OpenWorkbook.open(path);
  return {
    ...{ format: book.format, path, sheets: book.sheets, notes: book.notes },
    rows: (sheet) => book.rows(sheet),
    place: (target, rows) => placeResults(book, target, rows),
    write: (results) => writeResults(book, results),
    isCurrent: () => isCurrent(path, book.stamp),
    close: () => book.close(),
  };
}
