import { MAX_CELL_CHARS } from '../../xlsx/limits.js';

/**
 * Converts line ends to LF, as Excel has them in cells, and removes the control characters that XML
 * forbids.
 */
export function toWorkbookText(text: string): string {
  return removeForbidden(text).slice(0, MAX_CELL_CHARS).toWellFormed();
}

export function isCut(text: string): boolean {
  // Most texts are short, and need not be searched for forbidden characters.
  return text.length > MAX_CELL_CHARS && removeForbidden(text).length > MAX_CELL_CHARS;
}

/**
 * Excel allows 31 characters, without `\ / ? * [ ] :` and apostrophes at the ends, and reserves
 * *History*.
 */
export function toWorksheetName(name: string): string {
  const allowed = toWorkbookText(name)
    .replace(/[\\/?*[\]:]/g, ' ')
    .slice(0, 31)
    .toWellFormed()
    .replace(/^['\s]+|['\s]+$/g, '');
  return allowed === '' || allowed.toLowerCase() === 'history' ? 'Sheet1' : allowed;
}

function removeForbidden(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]/g, '');
}
