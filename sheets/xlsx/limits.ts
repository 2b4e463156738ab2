import { SheetError } from '../sheet.js';

/**
 * The limits of a workbook. Real ones stay far below; hostile ones are refused at once instead of
 * filling the memory. The ratio is measured: worksheets reach some 30, a 1.5 MB bomb of 1.5 GB
 * reaches 1,000.
 */
export const MAX_PARTS = 10_000;
export const MAX_DIRECTORY_BYTES = 16 * 2 ** 20;
export const MAX_RATIO = 400;
export const RATIO_APPLIES_FROM_BYTES = 16 * 2 ** 20;
export const MAX_WORKSHEET_BYTES = 4 * 2 ** 30 - 2;
/** Parts that are read whole: workbook, styles, relationships, tables. */
export const MAX_SMALL_PART_BYTES = 64 * 2 ** 20;
export const MAX_SHARED_STRING_BYTES = 1024 * 2 ** 20;
/** The part before the rows of a sheet, one row, and the part after them. */
export const MAX_HEAD_CHARS = 4 * 2 ** 20;
export const MAX_ROW_CHARS = 16 * 2 ** 20;
export const MAX_TAIL_CHARS = 64 * 2 ** 20;
/** Excel's own limits. */
export const MAX_COLUMNS = 16_384;
export const MAX_ROWS = 1_048_576;
export const MAX_CELL_CHARS = 32_767;

/** The file is cut off, altered, or written by a program that violates the format. */
export function damaged(fileName: string, what: string, cause?: unknown): SheetError {
  return new SheetError(
    `${fileName} is damaged (${what}). Open it in Excel and save it again, or get a new copy.`,
    { cause },
  );
}

/** The file asks for more than any honest workbook needs. */
export function tooMuch(fileName: string, what: string): SheetError {
  return new SheetError(
    `${fileName} was refused because ${what}, which is not normal for a workbook. Copy the rows ` +
      'into a new workbook and use that.',
  );
}
