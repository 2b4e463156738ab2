import { unguardText } from '../../../sheets/csv/formulaGuard.js';
import { canBeLink } from '../../../sheets/linkFormula.js';
import type { Cell } from '../../../sheets/sheet.js';
import { toVisibleText } from '../../../src/toVisibleText.js';
import { hashCell } from '../identity/hashCell.js';

/** Returns an empty text for a cell that contains neither a text nor a number. */
export function readCellText(cell: Cell | undefined): string {
  return cell?.kind === 'text' || cell?.kind === 'number' ? cell.text.trim() : '';
}

export function readLink(cell: Cell | undefined): string | undefined {
  if (cell?.kind !== 'text') return undefined;
  const address = cell.link ?? cell.text.trim();
  return canBeLink(address) ? address : undefined;
}

export function readTime(cell: Cell | undefined): string | undefined {
  if (cell?.kind !== 'date' && cell?.kind !== 'text') return undefined;
  const time = new Date(cell.kind === 'date' ? `${cell.iso}Z` : cell.text.trim());
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

export function readNumber(cell: Cell | undefined): number | undefined {
  if (cell?.kind === 'number') return cell.value;
  const digits = unguardText(readCellText(cell)).replace(',', '.');
  return /^[+-]?\d+(?:\.\d+)?$/.test(digits) ? Number(digits) : undefined;
}

/**
 * Removes characters that the encoding of a CSV file may lack, and the question marks that replace
 * them. A text that has no other characters is only trimmed.
 */
export function toComparableText(text: string): string {
  const letters = text.replaceAll(/[^!->@-~]/g, '');
  return letters === '' ? text.trim() : letters;
}

/**
 * Returns a short text on one line, for messages and corrections. The hash distinguishes long texts
 * that begin with the same words, so that a correction applies to only one of them.
 */
export function toShownCell(cell: Cell | undefined): string {
  const line = toLine(cell);
  return line.length > 60 ? `${line.slice(0, 50)}... (${hashCell(line)})` : line;
}

export function toLine(cell: Cell | undefined): string {
  return copyText(toCellText(cell).replaceAll(/\s+/g, ' ').trim());
}

export function toCellText(cell: Cell | undefined): string {
  switch (cell?.kind) {
    case 'error':
      return cell.code;
    case 'date':
      return cell.iso;
    case 'boolean':
      return String(cell.value).toUpperCase();
    case 'text':
    case 'number':
      return cell.text;
    case 'uncalculated':
    case undefined:
      return '';
  }
}

/** V8 keeps a whole file in memory as long as any slice of it is used. */
export function copyText(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

export function isBlank(cell: Cell | undefined): boolean {
  return cell === undefined || (cell.kind === 'text' && toVisibleText(cell.text) === '');
}
