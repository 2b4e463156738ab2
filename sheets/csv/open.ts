import { basename, extname } from 'node:path';
import { workbookExtensions } from '../extensions.js';
import { isCurrent } from '../files/replace.js';
import type { SheetNote } from '../messages.js';
import { RowExtents } from '../rowExtents.js';
import {
  type ResultPlaces,
  type ResultSheet,
  type ResultTarget,
  SheetError,
  type SheetFile,
  type SheetRow,
  type WrittenSheet,
} from '../sheet.js';
import { cellName } from '../xlsx/address.js';
import { toCsvCell } from './currentCells.js';
import { toEncodingTitle } from './encoding.js';
import { countColumns, layOutResults, type ResultLayout } from './layout.js';
import type { CsvRecord } from './records.js';
import { parseSource, type CsvSource, inspectCsv, scanSource } from './source.js';
import { assertFitsWorkbook } from './workbook/limits.js';
import { writeCsv } from './write.js';

/** Every cell is plain text and keeps its spaces and zeros; a cell with only spaces is blank. */
export async function openCsv(path: string, encoding?: string): Promise<SheetFile> {
  return new CsvSheet(path, await inspectCsv(path, encoding));
}

class CsvSheet implements SheetFile {
  readonly path: string;
  readonly format = 'csv';
  readonly sheets: SheetFile['sheets'];
  readonly notes: readonly SheetNote[] = [];
  readonly guessedEncoding?: string;
  readonly #source: CsvSource;
  /** Set after all records have been read. */
  #extents: RowExtents | undefined;

  constructor(path: string, source: CsvSource) {
    this.path = path;
    this.#source = source;
    this.sheets = [{ name: source.sheet, visible: true }];
    const { encoding, namedEncoding } = source;
    if (namedEncoding === undefined && encoding.name === 'windows-1252') {
      this.guessedEncoding = toEncodingTitle(encoding);
    }
  }

  async *rows(sheet: string): AsyncGenerator<readonly SheetRow[]> {
    this.#requireSheet(sheet);
    for await (const records of this.#allRecords()) yield records.flatMap(toSheetRows);
  }

  async place(target: ResultTarget): Promise<ResultPlaces> {
    this.#requireSheet(target.sheet);
    const { places, rightOf } = await this.#layOut(target);
    if (rightOf === undefined) return { columns: places };
    const { row, column } = rightOf;
    return { columns: places, rightOf: { column, what: cellName(column, row) } };
  }

  async write(results: ResultSheet): Promise<WrittenSheet> {
    this.#requireSheet(results.sheet);
    const layout = await this.#layOut(results);
    if (!isWorkbook(results)) return writeCsv(this.#source, results, layout);
    // Loaded only when needed: exceljs is slow to load, and may not be installed.
    const { writeWorkbook } = await import('./workbook/write.js').catch(explainMissingPackage);
    return writeWorkbook(this.#source, results, layout);
  }

  isCurrent(): Promise<boolean> {
    return isCurrent(this.path, this.#source.stamp);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  async *#allRecords(): AsyncGenerator<readonly CsvRecord[], RowExtents> {
    const extents = new RowExtents();
    for await (const records of parseSource(this.#source)) {
      for (const { number, cells } of records) extents.add(number, cells.length - 1);
      yield records;
    }
    this.#extents = extents;
    return extents;
  }

  async #layOut(target: ResultTarget): Promise<ResultLayout> {
    refuseOtherWorkbook(this.path, target.output);
    const extents = (this.#extents ??= await readToEnd(this.#allRecords()));
    const { delimiter } = this.#source.dialect;
    const layout = await layOutResults(scanSource(this.#source), extents, target, delimiter);
    if (isWorkbook(target)) {
      assertFitsWorkbook(this.path, { columns: countColumns(layout), rows: extents.lastRow });
    }
    return layout;
  }

  #requireSheet(sheet: string): void {
    const { sheet: name } = this.#source;
    if (sheet === name) return;
    throw new SheetError({
      code: 'noSuchSheet',
      file: this.path,
      format: 'csv',
      sheet,
      sheets: [name],
    });
  }
}

function isWorkbook({ output }: ResultTarget): boolean {
  return extname(output).toLowerCase() === '.xlsx';
}

/** Workbooks with macros and templates cannot be created from a CSV file. */
function refuseOtherWorkbook(file: string, output: string): void {
  const extension = extname(output).toLowerCase();
  if (extension === '.xlsx' || !workbookExtensions.includes(extension)) return;
  throw new SheetError({
    code: 'wrongExtension',
    file: basename(file),
    output: basename(output),
    extension: '.xlsx',
  });
}

function explainMissingPackage(error: unknown): never {
  if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND'))
    throw error;
  throw new SheetError({ code: 'packageMissing' }, { cause: error });
}

async function readToEnd<T>(generator: AsyncGenerator<unknown, T>): Promise<T> {
  for (;;) {
    const { done, value } = await generator.next();
    if (done === true) return value;
  }
}

function toSheetRows({ number, cells }: CsvRecord): SheetRow[] {
  const row = cells.map(toCsvCell);
  return row.some((cell) => cell !== undefined) ? [{ number, cells: row }] : [];
}
