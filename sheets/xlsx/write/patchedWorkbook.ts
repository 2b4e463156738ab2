import type { Difference, SheetNote } from '../../messages.js';
import type { Results } from '../../sheet.js';
import { fromBinaryString } from '../bytes.js';
import type { OpenWorkbook } from '../openWorkbook.js';
import type { ByteSink, ByteSource } from '../ports.js';
import { RowScanner } from '../worksheet/rowScanner.js';
import type { SheetPiece } from '../worksheet/splitSheet.js';
import { declareUtf8, encodePart } from '../xml/encoding.js';
import { toNameKey } from '../zip/directory.js';
import { ZipWriter } from '../zip/writer.js';
import { patchRows } from './patchRows.js';
import { planChanges, type Changes } from './planChanges.js';
import { findDifference } from './verify.js';

/** A workbook with its results, to be written. */
export interface PatchedWorkbook {
  /** The headings of all columns, if any differs from the requested one. */
  readonly headings?: readonly string[];
  readonly notes: readonly SheetNote[];
  write(sink: ByteSink): Promise<void>;
  /** Returns the first difference. Do not use a written workbook without this check. */
  findDifference(written: ByteSource): Promise<Difference | undefined>;
}

/**
 * Plans the changes of a workbook. When it is written, the sheet is patched as a stream, and
 * unchanged parts are copied as compressed bytes.
 */
export async function patchWorkbook(book: OpenWorkbook, target: Results): Promise<PatchedWorkbook> {
  const changes = await planChanges(book, target, await book.readContext());
  const { headings, notes } = changes;
  return {
    ...(headings === undefined ? {} : { headings }),
    notes,
    write: (sink) => writePackage(book, changes, sink),
    findDifference: (written) => findDifference(book, changes, written),
  };
}

async function writePackage(book: OpenWorkbook, changes: Changes, sink: ByteSink): Promise<void> {
  const { archive } = book.parts;
  const zip = new ZipWriter(sink, archive.compression);
  const parts = new Map(
    Array.from(changes.parts, ([name, text]): [string, string | undefined] => [
      toNameKey(name),
      text,
    ]),
  );
  const sheet = toNameKey(changes.worksheet.part);
  const styles = toNameKey(changes.stylesPart);
  for (const entry of archive.entries) {
    const key = toNameKey(entry.name);
    if (key === styles) continue;
    const text = parts.get(key);
    if (key === sheet) await zip.replace(entry, patchSheet(book, changes));
    else if (text !== undefined) await zip.replace(entry, [encodePart(text)]);
    else if (!parts.has(key)) await zip.copy(archive, entry);
  }
  // The styles are written last, because the rows determine which ones are needed.
  const entry = archive.findEntry(changes.stylesPart);
  const text = changes.styles.apply();
  if (!entry) await zip.add(changes.stylesPart, [encodePart(text ?? changes.styles.source)]);
  else if (text === undefined) await zip.copy(archive, entry);
  else await zip.replace(entry, [encodePart(text)]);
  await zip.finish();
}

async function* patchSheet(book: OpenWorkbook, changes: Changes): AsyncGenerator<Uint8Array> {
  let scanner: RowScanner | undefined;
  for await (const piece of book.readPieces(changes.worksheet)) {
    if (piece.kind === 'head') scanner = new RowScanner(piece.prefix, book.parts.fileName);
    if (scanner) yield fromBinaryString(patchPiece(piece, changes, scanner));
  }
}

/** Returns a binary string. */
function patchPiece(piece: SheetPiece, changes: Changes, scanner: RowScanner): string {
  switch (piece.kind) {
    case 'head':
      return declareUtf8(changes.head);
    case 'tail':
      return changes.tail;
    case 'rows':
      scanner.load(piece.text);
      return patchRows(scanner, changes.rows);
  }
}
