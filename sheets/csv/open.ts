import { extname } from 'node:path';
import { isCurrent } from '../files/replace.js';
import { RowExtents } from '../rowExtents.js';
import { SheetError, type ResultTarget, type SheetFile, type SheetRow } from '../sheet.js';
import { cellName } from '../xlsx/address.js';
import { csvCell } from './currentCells.js';
import { columnCount, layOutResults, type ResultLayout } from './layout.js';
import type { CsvRecord } from './records.js';
import { csvRecords, inspectCsv, scannedRecords } from './source.js';
import { refuseTooLarge } from './workbook/limits.js';
import { writeCsv } from './write.js';

/**
 * Opens a CSV file: comma, semicolon, tab or pipe, UTF-8, UTF-16 or Windows-1252, any line ends.
 * Every cell is plain text, with its spaces and zeros; one with only spaces is blank.
 *
 * @throws {SheetError} when the file is empty or not text; when a quotation mark is not closed,
 * `rows` and `write` throw it on reaching the place.
 */
export async function openCsv(path: string): Promise<SheetFile> {
  const source = await inspectCsv(path);
  const notes =
    source.encoding.name === 'windows-1252'
      ? [
          `${path} is not UTF-8 and was read as Windows-1252. If accents look wrong, save it ` +
            'in Excel as "CSV UTF-8" and try again.',
        ]
      : [];
  /** Set once all records have been read. */
  let extents: RowExtents | undefined;
  return {
    path,
    format: 'csv',
    sheets: [{ name: source.sheet, visible: true }],
    notes,
    async *rows(sheet) {
      requireSheet(sheet);
      for await (const records of allRecords()) yield records.flatMap(sheetRow);
    },
    async place(target) {
      requireSheet(target.sheet);
      const { places, rightOf } = await layOut(target);
      if (rightOf === undefined) return { columns: places };
      const { row, column } = rightOf;
      return { columns: places, rightOf: { column, what: cellName(column, row) } };
    },
    async write(results) {
      requireSheet(results.sheet);
      const layout = await layOut(results);
      if (!isWorkbook(results)) return writeCsv(source, results, layout);
      // exceljs takes longer to load than most commands take to run.
      const { writeWorkbook } = await import('./workbook/write.js').catch(notInstalled);
      return writeWorkbook(source, results, layout);
    },
    isCurrent: () => isCurrent(path, source.stamp),
    close: () => Promise.resolve(),
  };

  async function* allRecords(): AsyncGenerator<readonly CsvRecord[], RowExtents> {
    const seen = new RowExtents();
    for await (const records of csvRecords(source)) {
      for (const { number, cells } of records) seen.add(number, cells.length - 1);
      yield records;
    }
    extents = seen;
    return seen;
  }

  async function layOut(target: ResultTarget): Promise<ResultLayout> {
    extents ??= await returned(allRecords());
    const { delimiter } = source.dialect;
    const layout = await layOutResults(scannedRecords(source), extents, target, delimiter);
    if (isWorkbook(target)) {
      refuseTooLarge(path, { columns: columnCount(layout), rows: extents.lastRow });
    }
    return layout;
  }

  function requireSheet(sheet: string): void {
    if (sheet === source.sheet) return;
    throw new SheetError(
      `${path} has no sheet "${sheet}". A CSV file has one, named "${source.sheet}".`,
    );
  }
}

/** A CSV file's results can also be written as a new workbook. */
function isWorkbook({ output }: ResultTarget): boolean {
  return extname(output).toLowerCase() === '.xlsx';
}

function notInstalled(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'))
    throw error;
  throw new SheetError(
    'Results of a CSV file are written as a workbook by the package exceljs, which is not installed. ' +
      'Install it, or use an output file that ends in .csv.',
    { cause: error },
  );
}

/** The return value of a generator. */
async function returned<T>(generator: AsyncGenerator<unknown, T>): Promise<T> {
  for (;;) {
    const { done, value } = await generator.next();
    if (done === true) return value;
  }
}

function sheetRow({ number, cells }: CsvRecord): SheetRow[] {
  const row = cells.map(csvCell);
  return row.some((cell) => cell !== undefined) ? [{ number, cells: row }] : [];
}
