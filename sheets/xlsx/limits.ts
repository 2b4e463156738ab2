import type { Abnormality, Damage } from '../messages.js';
import { SheetError } from '../sheet.js';

// The limits of a workbook. Real workbooks stay far below; hostile ones are refused at once instead of
// filling the memory.

export const MAX_PARTS = 10_000;
export const MAX_DIRECTORY_BYTES = 16 * 2 ** 20;
/**
 * The maximum ratio of the size to the compressed size. Worksheets have about 30, and a zip bomb of
 * 1.5 MB that unpacks to 1.5 GB has 1,000.
 */
export const MAX_RATIO = 400;
/** Smaller parts do no harm, whatever their ratio is. */
export const RATIO_APPLIES_FROM_BYTES = 16 * 2 ** 20;
/** The largest part that a zip archive without zip64 can contain. */
export const MAX_WORKSHEET_BYTES = 4 * 2 ** 30 - 2;
/** The limit for parts that are read whole, such as styles and tables. */
export const MAX_SMALL_PART_BYTES = 64 * 2 ** 20;
/** The limit for shared strings, which stay in memory. */
export const MAX_SHARED_STRING_BYTES = 1024 * 2 ** 20;
/** The limit for the XML before the rows of a sheet. */
export const MAX_HEAD_CHARS = 4 * 2 ** 20;
/** The limit for a single row or shared text. */
export const MAX_ROW_CHARS = 16 * 2 ** 20;
/** The limit for the XML after the rows of a sheet. */
export const MAX_TAIL_CHARS = 64 * 2 ** 20;
/** Excel's own limits. */
export const MAX_COLUMNS = 16_384;
export const MAX_ROWS = 1_048_576;
export const MAX_CELL_CHARS = 32_767;

export function createDamagedFileError(file: string, damage: Damage, cause?: unknown): SheetError {
  return new SheetError({ code: 'damaged', file, damage }, { cause });
}

export function createFileLimitError(file: string, abnormality: Abnormality): SheetError {
  return new SheetError({ code: 'abnormal', file, abnormality });
}
