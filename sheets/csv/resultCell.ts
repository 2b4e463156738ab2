import type { ResultValue } from '../sheet.js';
import type { CsvDialect } from './dialect.js';
import { encodableText, type TextEncoding } from './encoding.js';
import { guarded } from './formulaGuard.js';

/** How our own cells are written into a CSV file, so that they look like the user's. */
export interface CellStyle {
  readonly encoding: TextEncoding;
  readonly delimiter: string;
  /** All headings of the file are quoted, so ours are too. */
  readonly quoteAll: boolean;
  readonly decimalComma: boolean;
}

/**
 * Excel uses semicolons if the decimal sign is a comma; it would then read 3.5 as the third of May.
 * A `sep=` line says nothing about the decimal sign, so the point stays.
 */
export function usesDecimalComma(dialect: CsvDialect): boolean {
  return dialect.delimiter === ';' && dialect.separatorLine === '';
}

/**
 * What a reader of the file will find in the cell. Text that a spreadsheet program would take for a
 * formula is guarded. Characters that the file's encoding does not have become question marks.
 */
export function resultText(value: ResultValue, style: CellStyle): string {
  if (value === undefined) return '';
  if (typeof value === 'number') {
    return style.decimalComma ? String(value).replace('.', ',') : String(value);
  }
  const text = value.includes('\0') ? value.replaceAll('\0', '') : value;
  return guarded(encodableText(text, style.encoding));
}

/** The text for the file, quoted if necessary. */
export function quoted(text: string, { delimiter, quoteAll }: CellStyle): string {
  const needed = quoteAll || text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text);
  return needed ? `"${text.replaceAll('"', '""')}"` : text;
}
