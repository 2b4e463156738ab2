import ExcelJS from 'exceljs';
import type { FileHandle } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { replaceFile } from '../../files/replace.js';
import { chooseColumnWidth } from '../../chooseColumnWidth.js';
import type { SheetNote } from '../../messages.js';
import { keep, type ResultSheet, type WrittenSheet } from '../../sheet.js';
import { createCurrentCells } from '../currentCells.js';
import { countColumns, type ResultLayout } from '../layout.js';
import type { CsvRecord } from '../records.js';
import { parseSource, type CsvSource } from '../source.js';
import { setResult, setText } from './cells.js';
import { markTexts } from './textFormats.js';
import { MAX_CELL_CHARS } from '../../xlsx/limits.js';
import { isCut, toWorksheetName } from './text.js';
import { findDifference } from './verify.js';

/** The default width of columns, because a CSV file contains no widths. */
const COLUMN_WIDTH_CHARS = 18;

/**
 * All of the user's cells are text cells, so that IDs keep their zeros and no cell becomes a date
 * or a formula. Call {@link assertFitsWorkbook} first.
 */
export async function writeWorkbook(
  source: CsvSource,
  sheet: ResultSheet,
  layout: ResultLayout,
): Promise<WrittenSheet> {
  const copy = new WorkbookCopy(source, sheet, layout);
  const written = await replaceFile({
    source: source.path,
    stamp: source.stamp,
    output: sheet.output,
    write: (file) => copy.write(file),
    verify: (path) => findDifference(source, path, layout),
  });
  return { ...written, notes: [...written.notes, ...copy.notes()] };
}

class WorkbookCopy {
  #hasCutCells = false;
  private readonly columnCount: number;
  private lastRow = 0;

  constructor(
    private readonly source: CsvSource,
    private readonly sheet: ResultSheet,
    private readonly layout: ResultLayout,
  ) {
    this.columnCount = countColumns(layout);
  }

  notes(): readonly SheetNote[] {
    const { path } = this.source;
    return this.#hasCutCells ? [{ code: 'cellsCut', file: path, maxChars: MAX_CELL_CHARS }] : [];
  }

  async write(file: FileHandle): Promise<void> {
    // The handle's own stream would close the handle, which still has to be synced.
    const stream = new Writable({
      write: (bytes: Buffer, _encoding, done) => {
        file.writeFile(bytes).then(() => {
          done();
        }, done);
      },
    });
    // exceljs listens for errors only at the end, but a disk may be full earlier.
    const failure = new Promise<never>((_, reject) => stream.once('error', reject));
    const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({ stream, useStyles: true });
    await Promise.race([failure, this.writeSheet(workbook)]);
  }

  private async writeSheet(workbook: ExcelJS.stream.xlsx.WorkbookWriter): Promise<void> {
    const { headerRow, colourScale } = this.sheet;
    const worksheet = workbook.addWorksheet(toWorksheetName(this.source.sheet), {
      views: headerRow > 0 ? [{ state: 'frozen', ySplit: headerRow }] : [],
    });
    const widths = new Map(
      this.sheet.columns.map((column, index) => [
        this.layout.places[index],
        chooseColumnWidth(column),
      ]),
    );
    worksheet.columns = Array.from({ length: this.columnCount }, (_, place) => ({
      width: widths.get(place) ?? COLUMN_WIDTH_CHARS,
    }));
    for await (const records of parseSource(this.source)) {
      for (const record of records) this.writeRow(worksheet.getRow(record.number), record);
      await drain(worksheet);
    }
    if (headerRow > 0) {
      worksheet.autoFilter = {
        from: { row: headerRow, column: 1 },
        to: { row: this.lastRow, column: this.columnCount },
      };
    }
    if (colourScale !== false) this.addColourScale(worksheet);
    markTexts(workbook);
    await workbook.commit();
  }

  private writeRow(row: ExcelJS.Row, record: CsvRecord): void {
    const { number, cells } = record;
    this.lastRow = number;
    cells.forEach((text, place) => {
      this.#hasCutCells ||= isCut(text);
      if (text !== '') setText(row.getCell(place + 1), text);
    });
    if (this.sheet.headerRow > 0 && number === this.sheet.headerRow) this.writeHeadings(row);
    else this.writeResults(row, record);
    row.commit();
  }

  private writeHeadings(row: ExcelJS.Row): void {
    this.sheet.columns.forEach(({ heading, at }, column) => {
      const place = this.layout.places[column] ?? 0;
      if (at === undefined) setText(row.getCell(place + 1), heading);
    });
    row.eachCell((cell) => {
      cell.font = { bold: true };
    });
  }

  private writeResults(row: ExcelJS.Row, record: CsvRecord): void {
    const values = this.sheet.results(record.number, createCurrentCells(record, this.layout));
    if (!values) return;
    this.sheet.columns.forEach((column, index) => {
      const value = values[index];
      if (value === keep) return;
      if (typeof value === 'string') this.#hasCutCells ||= isCut(value);
      setResult(row.getCell((this.layout.places[index] ?? 0) + 1), column, value);
    });
  }

  private addColourScale(worksheet: ExcelJS.Worksheet): void {
    const first = this.sheet.headerRow + 1;
    this.sheet.columns.forEach(({ colours = [] }, column) => {
      if (colours.length === 0 || this.lastRow < first) return;
      const { letter } = worksheet.getColumn((this.layout.places[column] ?? 0) + 1);
      worksheet.addConditionalFormatting({
        ref: `${letter}${first}:${letter}${this.lastRow}`,
        rules: [
          {
            type: 'colorScale',
            priority: column + 1,
            cfvo: colours.map(({ value }) => ({ type: 'num', value })),
            color: colours.map(({ colour }) => ({ argb: `FF${colour}` })),
          },
        ],
      });
    });
  }
}

/**
 * Waits until the worksheet is written: the callback of an empty write runs after the callbacks of
 * earlier writes. exceljs itself never waits and would fill the memory.
 */
async function drain(worksheet: ExcelJS.Worksheet): Promise<void> {
  const { stream } = worksheet as unknown as { stream: { pipes: readonly Writable[] } };
  await nextTurn();
  const drained = stream.pipes.map((pipe) => new Promise((resolve) => pipe.write('', resolve)));
  await Promise.all(drained);
}
