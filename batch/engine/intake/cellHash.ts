import { unguarded } from '../../../sheets/csv/formulaGuard.js';
import type { Cell, ResultColumn, ResultValue } from '../../../sheets/sheet.js';
import { cellHash, noCell } from '../identity/reference.js';
import { comparableText, readLink, readNumber, readCellText, readTime } from './writtenValues.js';

const minuteMs = 60_000;
/** Spreadsheet programs round times to about a second. */
const roundingMs = 1_000;
/** Appended to a score with more decimals than its cell shows and a program exports. */
const isRounded = '~';

/** The column of references. It is written last, because it depends on the other cells. */
export const referenceColumn = 'reference';

/**
 * Columns without a hash in a reference: it contains the Assessment ID, and a status is recognised
 * by its words.
 */
const unhashed: ReadonlySet<string> = new Set(['status', 'id', referenceColumn]);

/** Returns the position of each column's hash in a reference, by the name of the column. */
export function hashPlaces(
  columns: readonly { readonly name: string }[],
): ReadonlyMap<string, number> {
  const hashed = columns.filter(({ name }) => !unhashed.has(name));
  return new Map(hashed.map(({ name }, place) => [name, place]));
}

/** Returns the hash of a value as it is written into a cell, for the reference of its row. */
export function writtenHash(value: ResultValue, kind: ResultColumn['kind']): string {
  if (value === undefined || value === '') return noCell;
  if (typeof value === 'number')
    return cellHash(toTenths(value) + (isTenth(value) ? '' : isRounded));
  const ms = kind === 'dateTime' ? Date.parse(value) : Number.NaN;
  return cellHash(Number.isNaN(ms) ? comparableText(value) : minute(ms));
}

/**
 * True if a cell still has the value of this hash, even after a spreadsheet program has saved or
 * exported it: these round scores and times, and may write 3.6 as 3,6.
 */
export function hasWrittenHash(
  cell: Cell,
  { kind, linkText }: Pick<ResultColumn, 'kind' | 'linkText'>,
  hash: string,
): boolean {
  if (hash === noCell) return false;
  // A CSV export replaces a link by its text.
  if (linkText !== undefined && readCellText(cell) === linkText) return true;
  return listPossibleTexts(cell, kind).some((text) => cellHash(text) === hash);
}

function listPossibleTexts(cell: Cell, kind: ResultColumn['kind']): string[] {
  const number = kind === 'number' ? readNumber(cell) : undefined;
  if (number !== undefined) {
    const rounded = toTenths(number);
    return isTenth(number) ? [rounded, rounded + isRounded] : [rounded + isRounded];
  }
  const time = kind === 'dateTime' ? readTime(cell) : undefined;
  if (time !== undefined) {
    const ms = Date.parse(time);
    return [...new Set([minute(ms), minute(ms - roundingMs), minute(ms + roundingMs)])];
  }
  const text = (kind === 'link' ? readLink(cell) : undefined) ?? readCellText(cell);
  return [comparableText(text), comparableText(unguarded(text))];
}

/** Rounds as spreadsheet programs do: half away from zero. */
export function toTenths(value: number): string {
  const rounded = Math.floor(Math.abs(value) * 10 + 0.5 + 1e-9);
  return String(value < 0 && rounded > 0 ? -rounded : rounded);
}

function isTenth(value: number): boolean {
  return Math.abs(value * 10 - Math.round(value * 10)) < 1e-6;
}

function minute(ms: number): string {
  return String(Math.floor(ms / minuteMs));
}
