import { unguardText } from '../../../sheets/csv/formulaGuard.js';
import type { Cell, ResultColumn, ResultValue } from '../../../sheets/sheet.js';
import { hashCell } from '../identity/hashCell.js';
import { noCell } from '../identity/reference.js';
import { toComparableText, readLink, readNumber, readCellText, readTime } from './cellValues.js';

const minuteMs = 60_000;
/** Spreadsheet programs round times to about a second. */
const secondMs = 1_000;
/** Scores are displayed and exported with one decimal. */
const shownDecimals = 1;
/** Marks a score with more decimals: its cell and exports show only the rounded score. */
const roundedMark = '~';

/** The column that is written last, because it depends on the other cells. */
export const referenceColumn = 'reference';

/** A reference already contains a hash of the ID, and a status is recognised by its words. */
const unhashed: ReadonlySet<string> = new Set(['status', 'id', referenceColumn]);

export function listHashPlaces(
  columns: readonly { readonly name: string }[],
): ReadonlyMap<string, number> {
  const hashed = columns.filter(({ name }) => !unhashed.has(name));
  return new Map(hashed.map(({ name }, place) => [name, place]));
}

export function hashWrittenValue(value: ResultValue, kind: ResultColumn['kind']): string {
  if (value === undefined || value === '') return noCell;
  if (typeof value === 'number')
    return hashCell(toTenths(value) + (isTenth(value) ? '' : roundedMark));
  const ms = kind === 'dateTime' ? Date.parse(value) : Number.NaN;
  return hashCell(Number.isNaN(ms) ? toComparableText(value) : toMinutes(toSecond(ms)));
}

/** Programs round scores and times when they save or export, and may write 3.6 as 3,6. */
export function hasWrittenHash(
  cell: Cell,
  { kind, linkText }: Pick<ResultColumn, 'kind' | 'linkText'>,
  hash: string,
): boolean {
  if (hash === noCell) return false;
  // A CSV export replaces a link by its text.
  if (linkText !== undefined && readCellText(cell) === linkText) return true;
  return listPossibleTexts(cell, kind).some((text) => hashCell(text) === hash);
}

/** Rounds half away from zero, as spreadsheets do. The 1e-9 compensates for binary errors. */
export function toTenths(value: number): string {
  const rounded = Math.floor(Math.abs(value) * 10 + 0.5 + 1e-9);
  return String(value < 0 && rounded > 0 ? -rounded : rounded);
}

/** Also returns true if a spreadsheet program has rounded the value, or written 3.6 as 3,6. */
export function isSameValue(cell: Cell, value: ResultValue, kind: ResultColumn['kind']): boolean {
  if (value === undefined) return false;
  // A fast path: most cells are unchanged, and the other comparisons take much longer.
  if (cell.kind === 'text' && cell.text !== '' && cell.text === value) return true;
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

function listPossibleTexts(cell: Cell, kind: ResultColumn['kind']): string[] {
  const number = kind === 'number' ? readNumber(cell) : undefined;
  if (number !== undefined) {
    const rounded = toTenths(number);
    return isTenth(number) ? [rounded, rounded + roundedMark] : [rounded + roundedMark];
  }
  const time = kind === 'dateTime' ? readTime(cell) : undefined;
  if (time !== undefined) {
    const ms = Date.parse(time);
    const latest = ms + Math.max(secondMs, getPrecisionMs(cell));
    return [...new Set([toMinutes(ms), toMinutes(ms - secondMs), toMinutes(latest)])];
  }
  const text = (kind === 'link' ? readLink(cell) : undefined) ?? readCellText(cell);
  return [toComparableText(text), toComparableText(unguardText(text))];
}

/** Allows for binary rounding errors. */
function isTenth(value: number): boolean {
  return Math.abs(value * 10 - Math.round(value * 10)) < 1e-6;
}

function toMinutes(ms: number): string {
  return String(Math.floor(ms / minuteMs));
}

/** Rounds like a workbook, so that our time and the cell's are the same. */
export function toSecond(ms: number): number {
  return Math.round(ms / secondMs) * secondMs;
}

function isSameNumber(cell: Cell, value: number): boolean {
  const number = readNumber(cell);
  // Convert the number only here: V8 keeps the texts of numbers until a full garbage collection.
  if (number === undefined) return readCellText(cell) === String(value);
  if (number === value) return true;
  // The 1e-9 allows for binary rounding errors: in Excel, 0.1 + 0.2 is 0.3.
  const decimals = Math.max(shownDecimals, countDecimals(readCellText(cell)));
  return Math.abs(number - value) <= 0.5 * 10 ** -decimals + 1e-9;
}

/** Counts at most the 15 digits that a number keeps exactly. */
export function countDecimals(text: string): number {
  return Math.min(/[.,](\d+)$/.exec(text)?.[1]?.length ?? 0, 15);
}

function isSameTime(cell: Cell, value: string): boolean {
  const time = readTime(cell);
  if (time === undefined) return false;
  return Math.abs(Date.parse(time) - Date.parse(value)) <= getPrecisionMs(cell);
}

/** Our number format has no seconds, and a workbook has no milliseconds. */
function getPrecisionMs(cell: Cell): number {
  if (cell.kind !== 'text') return secondMs;
  const [, seconds, fraction] = /\d:\d\d(:\d\d)?(\.\d+)?/.exec(cell.text) ?? [];
  if (fraction !== undefined) return 0;
  return seconds === undefined ? minuteMs : secondMs;
}

function isSameText(cell: Cell, value: string): boolean {
  const text = readCellText(cell);
  if (text === '') return false;
  return (
    toComparableText(text) === toComparableText(value) ||
    toComparableText(unguardText(text)) === toComparableText(value)
  );
}
