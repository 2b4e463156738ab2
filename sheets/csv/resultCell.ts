import type { ResultColumn, ResultValue } from '../sheet.js';
import type { CsvDialect } from './dialect.js';
import { toEncodableText, type TextEncoding } from './encoding.js';
import { guardText } from './formulaGuard.js';

export interface CellStyle {
  readonly encoding: TextEncoding;
  readonly delimiter: string;
  readonly quoteAll: boolean;
  readonly decimalComma: boolean;
}

/**
 * Excel uses semicolons if the decimal sign is a comma, and would then read 3.5 as the third of
 * May. With a `sep=` line, the decimal sign is unknown.
 */
export function usesDecimalComma(dialect: CsvDialect): boolean {
  return dialect.delimiter === ';' && dialect.separatorLine === '';
}

/**
 * Returns the text of a value, without quotation marks around it. A number in a column of another
 * kind is text, as in a workbook.
 */
export function toResultText(
  value: ResultValue,
  kind: ResultColumn['kind'],
  style: CellStyle,
): string {
  if (value === undefined) return '';
  if (kind === 'number' && typeof value === 'number' && Number.isFinite(value)) {
    // V8 keeps texts from `String` until it collects all garbage, but not texts from
    // JSON.stringify. A file may have a million numbers.
    const text = JSON.stringify(value);
    return style.decimalComma ? text.replace('.', ',') : text;
  }
  const text = String(value).replaceAll('\0', '');
  return guardText(toEncodableText(text, style.encoding));
}

export function quoteCell(text: string, { delimiter, quoteAll }: CellStyle): string {
  const needsQuotes = quoteAll || text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text);
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text;
}
