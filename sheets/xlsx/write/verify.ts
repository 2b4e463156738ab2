import type { Difference } from '../../messages.js';
import { hasSameBytes } from '../bytes.js';
import { OpenWorkbook } from '../openWorkbook.js';
import type { ByteSource } from '../ports.js';
import { RowScanner } from '../worksheet/rowScanner.js';
import type { SheetPiece } from '../worksheet/splitSheet.js';
import { toNameKey, type ZipEntry } from '../zip/directory.js';
import { RowComparison } from './compareRows.js';
import type { Changes } from './planChanges.js';

/**
 * Compares all unchanged parts, and in changed parts only the sheet's rows and the original cell
 * styles.
 */
export async function findDifference(
  book: OpenWorkbook,
  changes: Changes,
  written: ByteSource,
): Promise<Difference | undefined> {
  const { compression, fileName } = book.parts.archive;
  const copy = await OpenWorkbook.open({ source: written, compression, fileName });
  return (
    (await findPartDifference(book, copy, changes)) ??
    findStyleDifference(book, copy) ??
    (await findSheetDifference(book, copy, changes))
  );
}

async function findPartDifference(
  book: OpenWorkbook,
  copy: OpenWorkbook,
  changes: Changes,
): Promise<Difference | undefined> {
  const changedParts = new Set(
    [changes.worksheet.part, changes.stylesPart, ...changes.parts.keys()].map(toNameKey),
  );
  const original = book.parts.archive;
  const isPlanned = ({ name }: ZipEntry) =>
    changedParts.has(toNameKey(name)) || original.findEntry(name) !== undefined;
  const added = copy.parts.archive.entries.find((entry) => !isPlanned(entry));
  if (added) return { code: 'part', part: added.name };
  for (const entry of original.entries) {
    if (changedParts.has(toNameKey(entry.name))) continue;
    const other = copy.parts.archive.findEntry(entry.name);
    if (!other || !(await hasSameCompressedBytes(book, entry, copy, other)))
      return { code: 'part', part: entry.name };
  }
  return undefined;
}

async function hasSameCompressedBytes(
  book: OpenWorkbook,
  entry: ZipEntry,
  copy: OpenWorkbook,
  other: ZipEntry,
): Promise<boolean> {
  const isSameEntry =
    entry.crc === other.crc &&
    entry.bytes === other.bytes &&
    entry.method === other.method &&
    entry.compressedBytes === other.compressedBytes;
  if (!isSameEntry) return false;
  // Both entries are read in chunks of the same length.
  const otherChunks = copy.parts.archive.readRaw(other);
  for await (const chunk of book.parts.archive.readRaw(entry)) {
    const { value } = await otherChunks.next();
    if (!value || !hasSameBytes(chunk, value)) return false;
  }
  return true;
}

function findStyleDifference(book: OpenWorkbook, copy: OpenWorkbook): Difference | undefined {
  const changed = book.styles.cellStyles.findIndex(
    ({ xml }, index) => copy.styles.cellStyles[index]?.xml !== xml,
  );
  return changed < 0 ? undefined : { code: 'cellStyle', number: changed };
}

async function findSheetDifference(
  book: OpenWorkbook,
  copy: OpenWorkbook,
  changes: Changes,
): Promise<Difference | undefined> {
  const worksheet = copy.findWorksheet(changes.worksheet.name);
  const before = new RowCursor(book.readPieces(changes.worksheet), book.parts.fileName);
  const after = new RowCursor(copy.readPieces(worksheet), copy.parts.fileName);
  // The shared strings were compared byte by byte before, so they are unchanged.
  const context = { ...(await book.readContext()), cellStyles: copy.styles.cellStyles };
  const comparison = new RowComparison(changes.rows, context);
  try {
    for (;;) {
      const [hasBefore, hasAfter] = [await before.next(), await after.next()];
      if (!hasBefore && !hasAfter) return undefined;
      if (hasBefore !== hasAfter || before.row.number !== after.row.number) {
        const isNew = !hasBefore || (hasAfter && after.row.number < before.row.number);
        return { code: 'rowMissingOrNew', row: (isNew ? after : before).row.number };
      }
      const difference = comparison.compare(before.row, after.row);
      if (difference !== undefined) return difference;
    }
  } finally {
    await before.close();
    await after.close();
  }
}

class RowCursor {
  row: RowScanner;

  constructor(
    private readonly pieces: AsyncGenerator<SheetPiece, void>,
    private readonly fileName: string,
  ) {
    this.row = new RowScanner('', fileName);
  }

  /** Moves to the next row. Returns a promise only at the end of a piece, for speed. */
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
