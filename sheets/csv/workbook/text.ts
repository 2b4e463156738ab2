/** The most characters that a cell of an Excel workbook holds. */
export const CELL_LIMIT_CHARS = 32_767;

/**
 * The text as a workbook can hold it: characters that XML forbids are left out, CRLF becomes the
 * LF that Excel uses within a cell, and what is too long is cut at {@link CELL_LIMIT_CHARS}.
 */
export function workbookText(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]/g, '')
    .slice(0, CELL_LIMIT_CHARS)
    .toWellFormed();
}

/** A name that Excel allows for a worksheet, as near to the given one as can be. */
export function worksheetName(name: string): string {
  const allowed = workbookText(name)
    .replace(/[\\/?*[\]:]/g, ' ')
    .slice(0, 31)
    .replace(/^'+|'+$/g, '')
    .trim();
  return allowed === '' || allowed.toLowerCase() === 'history' ? 'Sheet1' : allowed;
}
