import { comparableText, readLink, readNumber, readCellText, readTime } from './writtenValues.js';
import { unguarded } from '../../../sheets/csv/formulaGuard.js';
import type { Cell, ResultColumn, ResultValue } from '../../../sheets/sheet.js';

/** Scores are displayed and exported with one decimal. */
const SHOWN_DECIMALS = 1;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;

/**
 * True if a cell has the same value as ours, whether it was typed, written by us, or exported by a
 * spreadsheet program, which rounds and may write 3.6 as 3,6.
 */
export function isSameValue(cell: Cell, value: ResultValue, kind: ResultColumn['kind']): boolean {
  if (value === undefined) return false;
  // A fast path: most cells are unchanged, and the other comparisons take much longer.
  if (cell.kind === 'text' && cell.text !== '' && cell.text === String(value)) return true;
  switch (kind) {
    case 'number':
      return typeof value === 'number' ? isSameNumber(cell, value) : isSameText(cell, value);
    case 'dateTime':
      return isSameTime(cell, String(value)) || isSameText(cell, String(value));
    case 'link':
      return readLink(cell) === value || isSameText(cell, String(value));
    case 'text':
      return isSameText(cell, String(value));
  }
}

function isSameNumber(cell: Cell, value: number): boolean {
  const number = readNumber(cell);
  if (number === undefined) return false;
  // In Excel, 0.1 + 0.2 is 0.3.
  const decimals = Math.max(SHOWN_DECIMALS, countDecimals(readCellText(cell)));
  return Math.abs(number - value) <= 0.5 * 10 ** -decimals + 1e-9;
}

function countDecimals(text: string): number {
  return Math.min(/[.,](\d+)$/.exec(text)?.[1]?.length ?? 0, 15);
}

function isSameTime(cell: Cell, value: string): boolean {
  const time = readTime(cell);
  if (time === undefined) return false;
  return Math.abs(Date.parse(time) - Date.parse(value)) <= precisionMs(cell);
}

/**
 * Times in cells are less precise: our number format has no seconds, and a workbook has no
 * milliseconds.
 */
function precisionMs(cell: Cell): number {
  if (cell.kind !== 'text') return SECOND_MS;
  const [, seconds, fraction] = /\d:\d\d(:\d\d)?(\.\d+)?/.exec(cell.text) ?? [];
  if (fraction !== undefined) return 0;
  return seconds === undefined ? MINUTE_MS : SECOND_MS;
}

function isSameText(cell: Cell, value: string): boolean {
  const text = readCellText(cell);
  if (text === '') return false;
  return (
    comparableText(text) === comparableText(value) ||
    comparableText(unguarded(text)) === comparableText(value)
  );
}
