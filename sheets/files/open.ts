import { open } from 'node:fs/promises';
import path from 'node:path';
import { inspectAccess } from './account.js';
import { openCsv } from '../csv/open.js';
import { findEncodingName } from '../csv/singleByte.js';
import { csvExtensions, workbookExtensions } from '../extensions.js';
import type { OtherFormat, SheetProblem } from '../messages.js';
import { SheetError, type SheetFile } from '../sheet.js';
import { findSpecialKind } from './specialFile.js';
import { openXlsx } from './openXlsx.js';

/** The first bytes of zip archives, and of old or encrypted workbooks, which `openXlsx` refuses. */
const WORKBOOK_BEGINNINGS = [Buffer.from('PK\x03\x04'), Buffer.from('d0cf11e0', 'hex')];

const OTHER_FORMATS: ReadonlyMap<string, OtherFormat> = new Map([
  ['.ods', 'ods'],
  ['.numbers', 'numbers'],
  ['.gsheet', 'gsheet'],
  ['.pdf', 'pdf'],
]);

/** How to read a sheet. */
export interface OpenOptions {
  /**
   * The encoding of a CSV file: utf-8, windows-1250 to windows-1258, iso-8859-1 to iso-8859-16
   * (except 12) or macintosh. By default, a file that is not UTF-8 or UTF-16 is read as
   * Windows-1252.
   */
  readonly encoding?: string | undefined;
}

/**
 * Opens a sheet in any supported format. The content decides before the extension, except for .ods,
 * .numbers, .gsheet and .pdf, which are refused.
 *
 * @throws {SheetError} if there is no such file, it cannot be read as a sheet, or the encoding is
 * unknown or wrong.
 */
export async function openSheet(file: string, options: OpenOptions = {}): Promise<SheetFile> {
  const encoding =
    options.encoding === undefined ? undefined : requireEncodingName(options.encoding);
  const start = await readFirstBytes(file);
  const extension = path.extname(file).toLowerCase();
  const format = OTHER_FORMATS.get(extension);
  if (format !== undefined) throw new SheetError({ code: 'otherFormat', file, format });
  if (WORKBOOK_BEGINNINGS.some((bytes) => start.indexOf(bytes) === 0)) {
    if (encoding === undefined) return openXlsx(file);
    throw new SheetError({ code: 'encodingOfWorkbook', file });
  }
  if (csvExtensions.includes(extension)) return openCsv(file, encoding);
  if (workbookExtensions.includes(extension)) {
    throw new SheetError({ code: 'onlyNamedWorkbook', file });
  }
  throw new SheetError({ code: 'unsupportedFormat', file });
}

function requireEncodingName(label: string): string {
  const name = findEncodingName(label);
  if (name !== undefined) return name;
  throw new SheetError({ code: 'unsupportedEncoding', encoding: label });
}

async function readFirstBytes(file: string): Promise<Buffer> {
  try {
    const kind = findSpecialKind(file);
    if (kind !== undefined) throw new SheetError({ code: 'isSpecial', file, kind });
    const handle = await open(file);
    try {
      if ((await handle.stat()).isDirectory()) {
        throw new SheetError({ code: 'isFolder', file });
      }
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
      if (bytesRead === 0) throw new SheetError({ code: 'empty', file });
      return buffer;
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw toSheetError(file, error);
  }
}

function toSheetError(file: string, error: unknown): unknown {
  const system = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (system === '') return error;
  return new SheetError(toProblem(file, system), { cause: error });
}

function toProblem(file: string, system: string): SheetProblem {
  switch (system) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { code: 'missing', file };
    case 'EISDIR':
      return { code: 'isFolder', file };
    case 'EACCES':
    case 'EPERM':
      return { code: 'mayNotRead', file, access: inspectAccess(file) };
    case 'EBUSY':
      return { code: 'inUse', file };
    default:
      return { code: 'unreadable', file, system };
  }
}
