import type { FileHandle } from 'node:fs/promises';
import { replaceFile } from '../../replace.js';
import type { ResultSheet, WrittenSheet } from '../../sheet.js';
import type { OpenWorkbook } from '../openWorkbook.js';
import { RowScanner } from '../worksheet/rowScanner.js';
import type { SheetPiece } from '../worksheet/splitSheet.js';
import { declareUtf8, encodePart } from '../xml/encoding.js';
import { nameKey } from '../zip/directory.js';
import { ZipWriter } from '../zip/writer.js';
import { patchRows } from './patchRows.js';
import { planChanges, type Changes } from './planChanges.js';
import { findDifference } from './verify.js';

/**
 * Writes the workbook plus the results: the sheet patched as it streams by, the few parts that
 * depend on it changed in place, every other part copied as compressed bytes.
 *
 * `results` is asked more than once for a row, and must give the same answer.
 */
export async function writeResults(book: OpenWorkbook, target: ResultSheet): Promise<WrittenSheet> {
  const context = await book.context();
  const changes = await planChanges(book, target, context);
  const written = await replaceFile({
    source: book.path,
    stamp: book.stamp,
    output: target.output,
    write: (file) => writePackage(book, changes, file),
    verify: (temporary) => findDifference(book, changes, temporary),
  });
  const { headings } = changes;
  return {
    ...written,
    ...(headings === undefined ? {} : { headings }),
    notes: [...changes.notes, ...written.notes],
  };
}

async function writePackage(book: OpenWorkbook, changes: Changes, file: FileHandle): Promise<void> {
  const { archive } = book.parts;
  const zip = new ZipWriter(file);
  const parts = new Map(
    Array.from(changes.parts, ([name, text]): [string, string | undefined] => [
      nameKey(name),
      text,
    ]),
  );
  const sheet = nameKey(changes.worksheet.part);
  const styles = nameKey(changes.stylesPart);
  for (const entry of archive.entries) {
    const key = nameKey(entry.name);
    if (key === styles) continue;
    const text = parts.get(key);
    if (key === sheet) await zip.replace(entry, sheetBytes(book, changes));
    else if (text !== undefined) await zip.replace(entry, [encodePart(text)]);
    else if (!parts.has(key)) await zip.copy(archive, entry);
  }
  // Which styles are needed shows while the rows are written.
  const entry = archive.entry(changes.stylesPart);
  const text = changes.styles.apply();
  if (!entry) await zip.add(changes.stylesPart, [encodePart(text ?? changes.styles.source)]);
  else if (text === undefined) await zip.copy(archive, entry);
  else await zip.replace(entry, [encodePart(text)]);
  await zip.finish();
}

async function* sheetBytes(book: OpenWorkbook, changes: Changes): AsyncGenerator<Buffer> {
  let scanner: RowScanner | undefined;
  for await (const piece of book.pieces(changes.worksheet)) {
    if (piece.kind === 'head') scanner = new RowScanner(piece.prefix, book.parts.fileName);
    if (scanner) yield Buffer.from(patched(piece, changes, scanner), 'latin1');
  }
}

function patched(piece: SheetPiece, changes: Changes, scanner: RowScanner): string {
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
