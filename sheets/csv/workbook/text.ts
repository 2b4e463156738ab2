/** The most characters in a cell of an Excel workbook. */
export const CELL_LIMIT_CHARS = 32_767;

/**
 * The text for a workbook: without characters that XML forbids, with LF for CRLF as Excel has it in
 * cells, and cut at {@link CELL_LIMIT_CHARS}.
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
