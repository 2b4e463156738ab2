import type { Cell } from '../../../sheets/sheet.js';
import { detached } from './detached.js';

/**
 * Returns the text of a cell for a message, short and on one line; empty for a formula that was
 * never calculated.
 */
export function shownCell(cell: Cell | undefined): string {
  if (cell === undefined) return '';
  const text =
    cell.kind === 'error'
      ? cell.code
      : cell.kind === 'date'
        ? cell.iso
        : cell.kind === 'boolean'
          ? String(cell.value).toUpperCase()
          : cell.kind === 'uncalculated'
            ? ''
            : cell.text;
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 57)}...` : detached(line);
}
