import type { Cell, ResultValue } from '../../sheet.js';
import { cellName } from '../address.js';
import { OpenWorkbook } from '../open.js';
import { cellValue, type CellContext } from '../worksheet/cellValues.js';
import { RowScanner } from '../worksheet/rowScanner.js';
import type { SheetPiece } from '../worksheet/splitSheet.js';
import { withAttribute } from '../xml/elements.js';
import { nameKey, type ZipEntry } from '../zip/directory.js';
import { readsAs, storedValue } from './cellXml.js';
import type { PlacedColumn } from './placement.js';
import type { Changes } from './planChanges.js';

/**
 * Opens the written file anew and looks for anything that is not as it should be: a part that was
 * not to be touched, a style that changed its number, an original cell whose source (address, type,
 * style, formula, value) is not the same, or a result that does not read back. Streams both files.
 *
 * Gives the first difference in a few words, or nothing.
 */
export async function findDifference(
  book: OpenWorkbook,
  changes: Changes,
  written: string,
): Promise<string | undefined> {
  const copy = await OpenWorkbook.open(written);
  try {
    return (
      (await partDifference(book, copy, changes)) ??
      styleDifference(book, copy) ??
      (await sheetDifference(book, copy, changes))
    );
  } finally {
    await copy.close();
  }
}

async function partDifference(
  book: OpenWorkbook,
  copy: OpenWorkbook,
  changes: Changes,
): Promise<string | undefined> {
  const touched = new Set(
    [changes.worksheet.part, changes.stylesPart, ...changes.parts.keys()].map(nameKey),
  );
  for (const entry of book.parts.archive.entries) {
    if (touched.has(nameKey(entry.name))) continue;
    const other = copy.parts.archive.entry(entry.name);
    if (!other || !(await sameBytes(book, entry, copy, other))) return `part ${entry.name} differs`;
  }
  return undefined;
}

async function sameBytes(
  book: OpenWorkbook,
  entry: ZipEntry,
  copy: OpenWorkbook,
  other: ZipEntry,
): Promise<boolean> {
  const same =
    entry.crc === other.crc &&
    entry.bytes === other.bytes &&
    entry.method === other.method &&
    entry.compressedBytes === other.compressedBytes;
  if (!same) return false;
  // Both are read in steps of the same length.
  const others = copy.parts.archive.raw(other);
  for await (const chunk of book.parts.archive.raw(entry)) {
    const { value } = await others.next();
    if (!value || chunk.compare(value) !== 0) return false;
  }
  return true;
}

function styleDifference(book: OpenWorkbook, copy: OpenWorkbook): string | undefined {
  const changed = book.styles.cellStyles.findIndex(
    ({ xml }, index) => copy.styles.cellStyles[index]?.xml !== xml,
  );
  return changed < 0 ? undefined : `cell style ${changed} differs`;
}

async function sheetDifference(
  book: OpenWorkbook,
  copy: OpenWorkbook,
  changes: Changes,
): Promise<string | undefined> {
  const worksheet = copy.worksheet(changes.worksheet.name);
  const before = new RowCursor(book.pieces(changes.worksheet), book.parts.fileName);
  const after = new RowCursor(copy.pieces(worksheet), copy.parts.fileName);
  // The shared strings are untouched; that has been seen to byte by byte.
  const context = { ...(await book.context()), cellStyles: copy.styles.cellStyles };
  const comparison = new RowComparison(changes, context);
  try {
    for (;;) {
      const [hasBefore, hasAfter] = [await before.next(), await after.next()];
      if (!hasBefore && !hasAfter) return undefined;
      if (hasBefore !== hasAfter || before.row.number !== after.row.number) {
        return `row ${hasBefore ? before.row.number : after.row.number} is missing or new`;
      }
      const difference = comparison.compare(before.row, after.row);
      if (difference !== undefined) return `${difference} differs`;
    }
  } finally {
    await before.close();
    await after.close();
  }
}

/** Steps through the rows of a sheet across its pieces. */
class RowCursor {
  row: RowScanner;

  constructor(
    private readonly pieces: AsyncGenerator<SheetPiece, void>,
    private readonly fileName: string,
  ) {
    this.row = new RowScanner('', fileName);
  }

  /** Waits only at the end of a piece; most steps are immediate. */
  next(): boolean | Promise<boolean> {
    return this.row.next() || this.nextPiece();
  }

  async close(): Promise<void> {
    await this.pieces.return(undefined);
  }

  private async nextPiece(): Promise<boolean> {
    for (;;) {
      const { value } = await this.pieces.next();
      if (!value) return false;
      if (value.kind === 'head') this.row = new RowScanner(value.prefix, this.fileName);
      if (value.kind !== 'rows') continue;
      this.row.load(value.text);
      if (this.row.next()) return true;
    }
  }
}

class RowComparison {
  private readonly ours: ReadonlyMap<number, PlacedColumn>;

  constructor(
    private readonly changes: Changes,
    private readonly context: CellContext,
  ) {
    this.ours = new Map(changes.rows.columns.map((column) => [column.column, column]));
  }

  /** The address of the first cell that is not as it should be. */
  compare(before: RowScanner, after: RowScanner): string | undefined {
    const { headerRow, results } = this.changes.rows;
    const isHeader = before.number === headerRow;
    const values = before.number > headerRow ? results(before.number) : undefined;
    if (!sameRowTag(before, after)) return `row ${before.number}`;
    if (this.isExtended(before, after, isHeader, values)) return undefined;
    before.scanCells();
    after.scanCells();
    let at = 0;
    let written = 0;
    for (let index = 0; index < after.count; index++) {
      const column = after.columns[index] ?? 0;
      const ours = isHeader || values ? this.ours.get(column) : undefined;
      if (!ours || (isHeader && !ours.isNew)) {
        while (at < before.count && this.isReplaced(before.columns[at] ?? 0, isHeader, values))
          at++;
        if (before.columns[at] !== column || before.cell(at) !== after.cell(index)) {
          return cellName(column, after.number);
        }
        at++;
        continue;
      }
      const found = cellValue(after, index, this.context);
      if (!sameCell(found, this.expected(ours, isHeader, values))) {
        return cellName(column, after.number);
      }
      if (found) written++;
    }
    while (at < before.count && this.isReplaced(before.columns[at] ?? 0, isHeader, values)) at++;
    if (at < before.count) return cellName(before.columns[at] ?? 0, before.number);
    return written < this.expectedCount(isHeader, values) ? `row ${after.number}` : undefined;
  }

  /**
   * Whether the row is the original, to the byte, followed by our cells as they should be. It
   * settles most rows quickly; for the others it says nothing.
   */
  private isExtended(
    before: RowScanner,
    after: RowScanner,
    isHeader: boolean,
    values: readonly ResultValue[] | undefined,
  ): boolean {
    const original = before.text.slice(before.openEnd, before.closeStart);
    if (!after.text.startsWith(original, after.openEnd)) return false;
    after.scanCells(after.openEnd + original.length);
    for (let index = 0; index < after.count; index++) {
      const ours = this.ours.get(after.columns[index] ?? 0);
      if (!ours || (isHeader && !ours.isNew)) return false;
      const found = cellValue(after, index, this.context);
      if (!sameCell(found, this.expected(ours, isHeader, values))) return false;
    }
    return after.count === this.expectedCount(isHeader, values);
  }

  private isReplaced(column: number, isHeader: boolean, values: unknown): boolean {
    const ours = this.ours.get(column);
    return ours !== undefined && (isHeader ? ours.isNew : values !== undefined);
  }

  private expected(
    column: PlacedColumn,
    isHeader: boolean,
    values: readonly ResultValue[] | undefined,
  ): Cell | undefined {
    if (isHeader) return { kind: 'text', text: column.heading };
    const { date1904 } = this.context;
    return readsAs(storedValue(values?.[column.index], column.kind, date1904), date1904);
  }

  private expectedCount(isHeader: boolean, values: readonly ResultValue[] | undefined): number {
    const { columns } = this.changes.rows;
    if (isHeader) return columns.filter(({ isNew }) => isNew).length;
    if (!values) return 0;
    return columns.filter((column) => this.expected(column, false, values) !== undefined).length;
  }
}

/** Of a row's own attributes only `spans`, a hint of the columns in use, may grow. */
function sameRowTag(before: RowScanner, after: RowScanner): boolean {
  const tags = [before, after].map(({ text, start, openEnd }) => text.slice(start, openEnd));
  if (tags[0] === tags[1]) return true;
  const [one, other] = tags.map((tag) => withAttribute(tag, 'spans', undefined).replace('/>', '>'));
  return one === other;
}

function sameCell(found: Cell | undefined, expected: Cell | undefined): boolean {
  if (!found || !expected) return found === expected;
  if (found.kind === 'text') return expected.kind === 'text' && found.text === expected.text;
  if (found.kind === 'date') return expected.kind === 'date' && found.iso === expected.iso;
  return found.kind === 'number' && expected.kind === 'number' && found.value === expected.value;
}
