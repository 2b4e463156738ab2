import { MAX_CELL_CHARS } from '../../xlsx/limits.js';

/**
 * Converts a text for a workbook: replaces CRLF and CR by LF, which Excel uses in cells, removes
 * U+007F and the characters that XML forbids, cuts the text at {@link MAX_CELL_CHARS}, and
 * replaces unpaired surrogates by U+FFFD.
 */
export function workbookText(text: string): string {
  return withoutForbidden(text).slice(0, MAX_CELL_CHARS).toWellFormed();
}

/** Returns whether {@link workbookText} cuts a text. */
export function isCut(text: string): boolean {
  // Most texts are short, and need not be searched for forbidden characters.
  return text.length > MAX_CELL_CHARS && withoutForbidden(text).length > MAX_CELL_CHARS;
}

/**
 * Turns a name into one that Excel allows for a worksheet: at most 31 characters, without
 * `\ / ? * [ ] :`, and without apostrophes and spaces at its ends. An empty name and *History*, which
 * Excel reserves, become `Sheet1`.
 */
export function worksheetName(name: string): string {
  const allowed = workbookText(name)
    .replace(/[\\/?*[\]:]/g, ' ')
    .slice(0, 31)
    .toWellFormed()
    .replace(/^['\s]+|['\s]+$/g, '');
  return allowed === '' || allowed.toLowerCase() === 'history' ? 'Sheet1' : allowed;
}

function withoutForbidden(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]/g, '');
}
