import { type IBinaryData, type IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import { sanitize } from '../../src/sanitized.js';
import type { SheetNodeOperation } from './properties.js';
import type { SheetSettings } from './settings.js';

export interface WorkbookIn {
  readonly bytes: Uint8Array;
  readonly fileName: string;
  readonly mimeType: string;
}

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/** Throws a NodeOperationError with a remedy if the file is too large, empty or not a workbook. */
export async function readWorkbook(
  context: IExecuteFunctions,
  itemIndex: number,
  { inputField, maximumBytes }: SheetSettings,
): Promise<WorkbookIn> {
  const file = context.helpers.assertBinaryData(itemIndex, inputField);
  const { mimeType } = file;
  const fileName = sanitize(file.fileName ?? '').trim() || 'workbook.xlsx';
  const bytes = await context.helpers.getBinaryDataBuffer(itemIndex, inputField);
  const createError = (message: string, description: string) =>
    new NodeOperationError(context.getNode(), message, { description });
  if (bytes.length > maximumBytes) {
    throw createError(
      `${fileName} has ${formatMegabytes(bytes.length)} MB, and this node reads up to ${formatMegabytes(maximumBytes)} MB`,
      'Raise Maximum Size (MB) in the options, or split the workbook. Nothing was sent.',
    );
  }
  if (bytes.length === 0) {
    throw createError(`${fileName} is empty`, 'Use a workbook with headings and rows below them.');
  }
  if (!signatures.some((signature) => bytes.subarray(0, 4).equals(signature))) {
    const remedy = /[.](?:csv|tsv|txt)$/i.test(fileName) ? convertCsv : saveAsXlsx;
    throw createError(`${fileName} is not an Excel workbook (.xlsx or .xlsm)`, remedy);
  }
  return { bytes, fileName, mimeType: mimeType || workbookType };
}

/**
 * The first four bytes of a zip archive, and those of old and encrypted workbooks, which the reader
 * refuses with better advice.
 */
const signatures = [Buffer.from('PK\u0003\u0004'), Buffer.from('d0cf11e0', 'hex')];

const convertCsv =
  'Turn it into a workbook before this node: Extract From File (Extract From CSV), then Convert to File (Convert to XLSX). Nothing was sent.';
const saveAsXlsx = 'Open it in the program that made it, and save it as .xlsx. Nothing was sent.';

const suffixes: Readonly<Record<SheetNodeOperation, string>> = {
  assess: 'scored',
  assessAgain: 'scored',
  check: 'checked',
};

/**
 * Returns `hires.scored.xlsx`, or for a check `hires.checked.xlsx`, for `hires.xlsx` and for either
 * of these two names. Keeps the extension (.xlsx, .xlsm, .xltx or .xltm), because Excel refuses a
 * template as .xlsx.
 */
export function toOutputName(fileName: string, operation: SheetNodeOperation): string {
  const [, name = fileName, extension = '.xlsx'] = /^(.+?)([.]xl[st][xm])$/i.exec(fileName) ?? [];
  const bare = name.replace(/[.](?:scored|checked)$/i, '');
  return `${bare}.${suffixes[operation]}${extension}`;
}

export function toBinaryData(
  context: IExecuteFunctions,
  bytes: Uint8Array,
  fileName: string,
  { mimeType }: WorkbookIn,
): Promise<IBinaryData> {
  const { buffer, byteOffset, byteLength } = bytes;
  const file = Buffer.from(buffer, byteOffset, byteLength);
  return context.helpers.prepareBinaryData(file, fileName, mimeType);
}

/** Rounds up: otherwise, a file just above a limit of 20 MB would be shown as 20 MB, too. */
function formatMegabytes(bytes: number): string {
  return String(Math.ceil(bytes / 1_000) / 1_000);
}
