import type { SheetNote } from '../messages.js';
import { SheetError, type SheetRow } from '../sheet.js';
import { MAX_WORKSHEET_BYTES } from './limits.js';
import { Package } from './package.js';
import type { WorkbookBytes } from './ports.js';
import { readSharedStrings, type SharedStrings } from './sharedStrings.js';
import { readStyles, type Styles } from './styles.js';
import { readTables } from './tables.js';
import { readWorkbook, type WorkbookPart, type Worksheet } from './workbookPart.js';
import type { CellContext } from './worksheet/cellValues.js';
import { readRows } from './worksheet/readRows.js';
import { splitSheet, type SheetPiece } from './worksheet/splitSheet.js';
import { UsedCells } from './worksheet/usedCells.js';
import { toBinaryChunks } from './xml/encoding.js';
import { ZipArchive } from './zip/archive.js';

export class OpenWorkbook {
  private strings: Promise<SharedStrings> | undefined;
  /** The used cells by sheet name, for sheets that were read to the end. */
  private readonly used = new Map<string, UsedCells>();

  private constructor(
    readonly parts: Package,
    readonly workbook: WorkbookPart,
    readonly styles: Styles,
  ) {}

  static async open(bytes: WorkbookBytes): Promise<OpenWorkbook> {
    const parts = new Package(await ZipArchive.open(bytes));
    const workbook = await readWorkbook(parts);
    const { stylesPart } = workbook;
    const styles = readStyles(
      stylesPart === undefined ? undefined : await parts.readText(stylesPart),
    );
    return new OpenWorkbook(parts, workbook, styles);
  }

  get sheets(): readonly Worksheet[] {
    return this.workbook.worksheets;
  }

  get notes(): readonly SheetNote[] {
    return this.workbook.signed ? [{ code: 'signed', file: this.parts.fileName }] : [];
  }

  async *rows(sheet: string): AsyncGenerator<readonly SheetRow[]> {
    const worksheet = this.findWorksheet(sheet);
    const tables = await readTables(this.parts, worksheet.part);
    const totals = tables.flatMap((table) => table.totals ?? []);
    const pieces = this.readPieces(worksheet);
    const used = new UsedCells();
    yield* readRows(pieces, await this.readContext(), this.parts.fileName, { used, totals });
    this.used.set(sheet, used);
  }

  /** Reads the sheet if it was not read to the end before. */
  async readUsedCells(sheet: string): Promise<UsedCells> {
    const known = this.used.get(sheet);
    if (known !== undefined) return known;
    const rows = this.rows(sheet);
    while ((await rows.next()).done !== true);
    return this.used.get(sheet) ?? new UsedCells();
  }

  /** Shared strings are read when first needed. */
  async readContext(): Promise<CellContext> {
    this.strings ??= readSharedStrings(this.parts, this.workbook.sharedStringsPart);
    return {
      strings: await this.strings,
      cellStyles: this.styles.cellStyles,
      date1904: this.workbook.date1904,
    };
  }

  readPieces(worksheet: Worksheet): AsyncGenerator<SheetPiece, void> {
    const { archive, fileName } = this.parts;
    const bytes = archive.read(this.parts.getEntry(worksheet.part), MAX_WORKSHEET_BYTES);
    return splitSheet(toBinaryChunks(bytes), fileName);
  }

  findWorksheet(name: string): Worksheet {
    const found = this.sheets.find((sheet) => sheet.name === name);
    if (found) return found;
    throw new SheetError({
      code: 'noSuchSheet',
      file: this.parts.fileName,
      format: 'xlsx',
      sheet: name,
      sheets: this.sheets.map((sheet) => sheet.name),
    });
  }
}
