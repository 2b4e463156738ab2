import { open, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { readFileStamp, isCurrent, replaceFile, type FileStamp } from './replace.js';
import type { Difference } from '../messages.js';
import { SheetError, type ResultSheet, type SheetFile, type WrittenSheet } from '../sheet.js';
import { openWorkbook, type Workbook } from '../xlsx/open.js';
import type { PatchedWorkbook } from '../xlsx/write/patchedWorkbook.js';
import { createFileSink, createFileSource } from './fileBytes.js';
import { nodeCompression } from './nodeCompression.js';

export async function openXlsx(file: string): Promise<SheetFile> {
  const stamp = await readFileStamp(file);
  const handle = await open(file, 'r');
  try {
    const book = await openWorkbook({
      source: await createFileSource(handle),
      compression: nodeCompression,
      fileName: path.basename(file),
    });
    return toSheetFile(file, stamp, handle, book);
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function toSheetFile(
  file: string,
  stamp: FileStamp,
  handle: FileHandle,
  book: Workbook,
): SheetFile {
  return {
    format: 'xlsx',
    path: file,
    sheets: book.sheets,
    notes: book.notes,
    rows: (sheet) => book.rows(sheet),
    async place(target, rows) {
      refuseOtherExtension(file, target.output);
      return book.place(target, rows);
    },
    write: (results) => writeResults(book, { path: file, stamp }, results),
    isCurrent: () => isCurrent(file, stamp),
    close: () => handle.close(),
  };
}

async function writeResults(
  book: Workbook,
  source: { readonly path: string; readonly stamp: FileStamp },
  results: ResultSheet,
): Promise<WrittenSheet> {
  refuseOtherExtension(source.path, results.output);
  const patched = await book.patch(results);
  const written = await replaceFile({
    source: source.path,
    stamp: source.stamp,
    output: results.output,
    write: (file) => patched.write(createFileSink(file)),
    verify: (temporary) => findDifference(temporary, patched),
  });
  const { headings } = patched;
  return {
    ...written,
    ...(headings === undefined ? {} : { headings }),
    notes: [...patched.notes, ...written.notes],
  };
}

/** Excel would not open a workbook under the extension of another kind. */
function refuseOtherExtension(source: string, output: string): void {
  const wanted = path.extname(source).toLowerCase();
  if (path.extname(output).toLowerCase() === wanted) return;
  throw new SheetError({
    code: 'wrongExtension',
    file: path.basename(source),
    output: path.basename(output),
    extension: wanted,
  });
}

async function findDifference(
  written: string,
  patched: PatchedWorkbook,
): Promise<Difference | undefined> {
  const handle = await open(written, 'r');
  try {
    return await patched.findDifference(await createFileSource(handle));
  } finally {
    await handle.close();
  }
}
