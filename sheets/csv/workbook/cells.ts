import type { Cell as WorkbookCell } from 'exceljs';
import { canBeLink, createLinkFormula } from '../../linkFormula.js';
import type { ResultColumn, ResultValue } from '../../sheet.js';
import { toWorkbookText } from './text.js';

/** The index of the theme's colour for links. */
const HYPERLINK_COLOUR = 10;

/** Writes a text, which Excel treats as text even after it is edited. */
export function setText(cell: WorkbookCell, text: string): void {
  const value = toWorkbookText(text);
  // Without an escape, a reader would decode a literal _x000D_ as the character with that number.
  const escaped = value.replace(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_');
  // Some programs decode no escapes in a plain text, or drop spaces and line ends at its edges. A
  // text with escapes, or with spaces at its edges, is written as rich text.
  const isPlain = escaped === value && !/^\s|\s$/.test(value);
  cell.value = isPlain ? value : { richText: [{ text: escaped }] };
  cell.numFmt = '@';
}

/** Writes a value that does not fit the column's kind as text. */
export function setResult(
  cell: WorkbookCell,
  { kind, format = 'General', linkText, wraps = false }: ResultColumn,
  value: ResultValue,
): void {
  if (value === undefined) {
    cell.value = null;
  } else if (typeof value === 'number') {
    if (kind === 'number' && Number.isFinite(value)) {
      cell.value = value;
      cell.numFmt = format;
    } else setText(cell, String(value));
  } else if (kind === 'link' && canBeLink(value, linkText)) {
    const shown = linkText ?? value;
    cell.value = { formula: createLinkFormula({ url: value, shown }), result: shown };
    cell.style = { font: { underline: true, color: { theme: HYPERLINK_COLOUR } } };
  } else if (kind === 'dateTime' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value)) {
    cell.value = new Date(value);
    cell.numFmt = 'yyyy-mm-dd hh:mm "UTC"';
  } else {
    setText(cell, value);
    if (wraps) cell.alignment = { wrapText: true };
  }
}
