import { open } from 'node:fs/promises';
import path from 'node:path';
import { permissionAdvice } from './account.js';
import { openCsv } from '../csv/open.js';
import { encodingAdvice, encodingName } from '../csv/singleByte.js';
import { csvExtensions, workbookExtensions } from '../extensions.js';
import { SheetError, type SheetFile } from '../sheet.js';
import { specialFile } from './specialFile.js';
import { openXlsx } from './openXlsx.js';

/** The first bytes of a zip archive, and of old or encrypted workbooks, which `openXlsx` refuses. */
const WORKBOOK_BEGINNINGS = [Buffer.from('PK\x03\x04'), Buffer.from('d0cf11e0', 'hex')];

/** Common formats that cannot be read, with advice on how to get a readable file. */
const REMEDIES: Readonly<Record<string, string>> = {
  '.ods': 'Save it in LibreOffice as "Excel 2007-365 (.xlsx)" and use that file.',
  '.numbers': 'Export it from Numbers to Excel (.xlsx) and use that file.',
  '.gsheet': 'Download it from Google Sheets as "Microsoft Excel (.xlsx)" and use that file.',
  '.pdf': 'A PDF has no cells. Use the spreadsheet that it was made from.',
};

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
 * Opens a sheet in any supported format. Names that end in .ods, .numbers, .gsheet or .pdf are
 * refused. For other names, the content decides before the extension: a workbook that was renamed
 * to .csv is still a workbook.
 *
 * @throws {SheetError} if there is no such file, it cannot be read as a sheet, or the encoding is
 * unknown or not that of the file.
 */
export async function openSheet(file: string, options: OpenOptions = {}): Promise<SheetFile> {
  const encoding =
    options.encoding === undefined ? undefined : requireEncodingName(options.encoding);
  const start = await readFirstBytes(file);
  const extension = path.extname(file).toLowerCase();
  const remedy = REMEDIES[extension];
  if (remedy !== undefined) throw new SheetError(`${file} cannot be read as a sheet. ${remedy}`);
  if (WORKBOOK_BEGINNINGS.some((bytes) => start.indexOf(bytes) === 0)) {
    if (encoding === undefined) return openXlsx(file);
    throw new SheetError(
      `${file} is a workbook, and only CSV files can have different encodings. Remove the encoding option.`,
    );
  }
  if (csvExtensions.includes(extension)) return openCsv(file, encoding);
  if (workbookExtensions.includes(extension)) {
    throw new SheetError(
      `${file} has the extension of an Excel workbook but is not one. ` +
        'Open it in the program that made it, and save it as .xlsx or .csv.',
    );
  }
  throw new SheetError(
    `${file} has an unsupported format. Save it as .xlsx or .csv and use that file.`,
  );
}

function requireEncodingName(label: string): string {
  const name = encodingName(label);
  if (name !== undefined) return name;
  throw new SheetError(`The encoding "${label}" is not supported. ${encodingAdvice}`);
}

async function readFirstBytes(file: string): Promise<Buffer> {
  try {
    const special = specialFile(file);
    if (special !== undefined) {
      throw new SheetError(
        `${file} is ${special}, and results cannot be written into one. Use the file that contains the sheet.`,
      );
    }
    const handle = await open(file);
    try {
      if ((await handle.stat()).isDirectory()) {
        throw new SheetError(`${file} is a folder. Use the file in it that contains the sheet.`);
      }
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0);
      if (bytesRead === 0) {
        throw new SheetError(
          `${file} is empty. Use a file with headings and at least one row below them.`,
        );
      }
      return buffer;
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw toSheetError(file, error);
  }
}

/** Sentences for the user by the system's code; `{}` stands for the file, `{advice}` for the remedy. */
const CAUSES: Readonly<Record<string, string>> = {
  ENOENT: 'The file {} does not exist. Check the name and the folder.',
  ENOTDIR: 'The file {} does not exist. Check the name and the folder.',
  EISDIR: '{} is a folder. Use the file in it that contains the sheet.',
  EACCES: '{} may not be read by this account. {advice}',
  EPERM: '{} may not be read by this account. {advice}',
  EBUSY: '{} is in use by another program. Close it there and try again.',
};

/** Turns a system error into a sentence for the user; other errors are returned unchanged. */
function toSheetError(file: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === '') return error;
  const cause = CAUSES[code] ?? `{} cannot be read (${code}). Check the file, or use another one.`;
  return new SheetError(
    cause
      .replace('{}', () => file)
      .replace('{advice}', () => permissionAdvice(file) || 'Ask its owner for permission.'),
    { cause: error },
  );
}
