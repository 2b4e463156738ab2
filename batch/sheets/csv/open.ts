import { extname } from 'node:path';
import { isCurrent } from '../replace.js';
import { SheetError, type SheetFile, type SheetRow } from '../sheet.js';
import { csvCell } from './currentCells.js';
import type { CsvRecord } from './records.js';
import { csvRecords, inspectCsv } from './source.js';
import { writeCsv } from './write.js';

/**
 * Opens a CSV file: comma, semicolon, tab or pipe, UTF-8, UTF-16 or Windows-1252, any line ends.
 * Every cell is text as it stands, spaces and zeros kept; one of nothing but spaces is blank.
 *
 * @throws {SheetError} when the file is empty or not text; when a quotation mark is not closed,
 *   `rows` and `write` throw it on reaching the place.
 */
export async function openCsv(path: string): Promise<SheetFile> {
  const source = await inspectCsv(path);
  const notes =
    source.encoding.name === 'windows-1252'
      ? [
          `${path} is not UTF-8 and was read as Windows-1252. If accents look wrong, save it ` +
            'in Excel as "CSV UTF-8" and run again.',
        ]
      : [];
  return {
    path,
    format: 'csv',
    sheets: [{ name: source.sheet, visible: true }],
    notes,
    async *rows(sheet) {
      requireSheet(sheet);
      for await (const records of csvRecords(source)) yield records.flatMap(sheetRow);
    },
    async write(results) {
      requireSheet(results.sheet);
      if (extname(results.output).toLowerCase() !== '.xlsx') return writeCsv(source, results);
      // exceljs takes longer to load than most commands take to run.
      const { writeWorkbook } = await import('./workbook/write.js');
      return writeWorkbook(source, results);
    },
    isCurrent: () => isCurrent(path, source.stamp),
    close: () => Promise.resolve(),
  };

  function requireSheet(sheet: string): void {
    if (sheet === source.sheet) return;
    throw new SheetError(
      `${path} has no sheet "${sheet}". A CSV file has one, named "${source.sheet}".`,
    );
  }
}

function sheetRow({ number, cells }: CsvRecord): SheetRow[] {
  const row = cells.map(csvCell);
  return row.some((cell) => cell !== undefined) ? [{ number, cells: row }] : [];
}
