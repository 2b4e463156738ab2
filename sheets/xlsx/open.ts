import type { ResultColumns, ResultPlaces, Results, SheetRow } from '../sheet.js';
import { OpenWorkbook } from './openWorkbook.js';
import type { WorkbookBytes } from './ports.js';
import { type PatchedWorkbook, patchWorkbook } from './write/patchedWorkbook.js';
import { placeResults } from './write/placeResults.js';

/** A workbook opened from bytes. Nothing in them is ever changed. */
export interface Workbook {
  /** Worksheets in their order. */
  readonly sheets: readonly { readonly name: string; readonly visible: boolean }[];
  /** Things that the user should know, each a sentence: a signature that will break. */
  readonly notes: readonly string[];
  /**
   * Streams a sheet's rows in ascending order, in batches for speed.
   *
   * @throws {SheetError} when there is no such sheet, or it cannot be read to the end.
   */
  rows(sheet: string): AsyncIterable<readonly SheetRow[]>;
  /**
   * Finds the columns for results, `rows` being those that will have some.
   *
   * @throws {SheetError} when there is no room for them.
   */
  place(target: ResultColumns, rows: readonly number[]): Promise<ResultPlaces>;
  /**
   * Decides on every change; {@link PatchedWorkbook.write} then writes the workbook with the results.
   *
   * @throws {SheetError} when there is no room for them.
   */
  patch(results: Results): Promise<PatchedWorkbook>;
}

/**
 * Opens a workbook, or a template of one, from any source of bytes. They must not change until the
 * last result is written.
 *
 * @throws {SheetError} when it is not a workbook, or is damaged, password-protected or beyond the
 * limits.
 */
export async function openWorkbook(bytes: WorkbookBytes): Promise<Workbook> {
  const book = await OpenWorkbook.open(bytes);
  return {
    ...{ sheets: book.sheets, notes: book.notes },
    rows: (sheet) => book.rows(sheet),
    place: (target, rows) => placeResults(book, target, rows),
    patch: (results) => patchWorkbook(book, results),
  };
}
