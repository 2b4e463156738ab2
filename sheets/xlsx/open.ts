import type { SheetNote } from '../messages.js';
import type { ResultColumns, ResultPlaces, Results, SheetRow } from '../sheet.js';
import { OpenWorkbook } from './openWorkbook.js';
import type { WorkbookBytes } from './ports.js';
import { type PatchedWorkbook, patchWorkbook } from './write/patchedWorkbook.js';
import { placeResults } from './write/placeResults.js';

/** A workbook opened from bytes, which are never changed. */
export interface Workbook {
  readonly sheets: readonly { readonly name: string; readonly visible: boolean }[];
  readonly notes: readonly SheetNote[];
  /**
   * Reads the rows in ascending order, in batches for speed.
   *
   * @throws {SheetError} if there is no such sheet, or it cannot be read to the end.
   */
  rows(sheet: string): AsyncIterable<readonly SheetRow[]>;
  /**
   * Finds the columns for results. `rows` are the rows that will have results, in ascending order.
   *
   * @throws {SheetError} for example if there is no room for them.
   */
  place(target: ResultColumns, rows: readonly number[]): Promise<ResultPlaces>;
  /** @throws {SheetError} for example if there is no room for the results. */
  patch(results: Results): Promise<PatchedWorkbook>;
}

/**
 * Opens a workbook or a template. The bytes must not change until the results are written.
 *
 * @throws {SheetError} if it is not a workbook, or is damaged, password-protected or beyond the
 * limits.
 */
export async function openWorkbook(bytes: WorkbookBytes): Promise<Workbook> {
  const book = await OpenWorkbook.open(bytes);
  return {
    sheets: book.sheets,
    notes: book.notes,
    rows: (sheet) => book.rows(sheet),
    place: (target, rows) => placeResults(book, target, rows),
    patch: (results) => patchWorkbook(book, results),
  };
}
