import { Refused } from '../../refused.js';

/** The formats that are stored, by their extensions. */
export type SheetFormat = 'xlsx' | 'csv';

/** The number of bytes that decide. */
export const decidingBytes = 4_096;

/** Formats that people have instead, by their first bytes, with what to do. */
const others: readonly (readonly [beginning: Buffer, remedy: string])[] = [
  [
    Buffer.from('d0cf11e0', 'hex'),
    'This is an old workbook (.xls), or one with a password. Open it in Excel, save it as .xlsx without a password, and upload that file.',
  ],
  [Buffer.from('%PDF'), 'A PDF has no cells. Upload the spreadsheet that it was made from.'],
];

/** The byte order marks of UTF-16, whose texts are full of zeros. */
const utf16 = [Buffer.from('fffe', 'hex'), Buffer.from('feff', 'hex')];

/** Detects the format of a file by its first bytes; its name does not matter. Throws a Refused for anything else. */
export function detectSheetFormat(first: Buffer): SheetFormat {
  if (first.length === 0) throw unsupported('The file is empty.');
  const other = others.find(([beginning]) => first.indexOf(beginning) === 0);
  if (other !== undefined) throw unsupported(other[1]);
  if (first.indexOf('PK\x03\x04') === 0) return 'xlsx';
  const isText = utf16.some((mark) => first.indexOf(mark) === 0) || !first.includes(0);
  if (isText) return 'csv';
  throw unsupported(
    'This is not a spreadsheet that can be read. Save it as .xlsx or .csv and upload that file.',
  );
}

function unsupported(message: string): Refused {
  return new Refused('unsupported', message);
}
