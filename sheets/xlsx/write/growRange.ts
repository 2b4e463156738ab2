import type { SheetNote, SortableRange } from '../../messages.js';
import { toRanges } from '../../numberRanges.js';
import {
  columnIndex,
  columnName,
  intersects,
  parseRange,
  rangeName,
  type Range,
} from '../address.js';

export interface GrownRange {
  /** The range, which is unchanged if our columns cannot or need not be included. */
  readonly ref: string;
  readonly added: readonly number[];
  /** Sorting the range separates these columns from their rows. */
  readonly outside: readonly number[];
}

/**
 * Grows a range over our columns, so that sorting moves the results with their rows. The range is
 * unchanged if it does not begin at the heading row, if other columns or another range are between,
 * or if a key column is outside. Our columns never belong in a range that has no key column.
 */
export function growRange(
  ref: string,
  {
    ours,
    keyColumns,
  }: { readonly ours: readonly number[]; readonly keyColumns: readonly number[] },
  rows: { readonly header: number; readonly first: number; readonly last: number },
  others: readonly Range[],
): GrownRange {
  const range = parseRange(ref);
  const unchanged = { ref, added: [], outside: [] };
  if (!range || range.bottom < rows.first || range.top > rows.last) return unchanged;
  const isOutside = (column: number) => column < range.left || column > range.right;
  const outside = ours.filter(isOutside);
  if (outside.length === 0) return unchanged;
  if (keyColumns.length > 0 && keyColumns.every(isOutside)) return unchanged;
  if (range.top !== rows.header || keyColumns.some(isOutside)) return { ...unchanged, outside };
  let { right } = range;
  while (outside.includes(right + 1)) right++;
  const grown = { ...range, right };
  if (others.some((other) => intersects(other, grown))) return { ...unchanged, outside };
  return {
    ref: right === range.right ? ref : rangeName(grown),
    added: outside.filter((column) => column > range.right && column <= right),
    outside: outside.filter((column) => column < range.left || column > right),
  };
}

/**
 * Widens a range that has the right edge of `before`, such as a sort range, to the right edge of
 * `after`.
 */
export function widenRange(ref: string, before: string, after: string): string {
  const range = parseRange(ref);
  const [old, grown] = [parseRange(before), parseRange(after)];
  if (!range || !old || !grown || range.right !== old.right) return ref;
  return rangeName({ ...range, right: grown.right });
}

/** Ranges with their sheet, such as `'My hires'!$A$1:$F$20`. */
const AREA = String.raw`(?:'(?:[^']|'')+'|[^'!,():\s]+)!\$[A-Z]{1,3}(?:\$\d+)?:\$[A-Z]{1,3}(?:\$\d+)?`;
const PRINT_AREA = new RegExp(`^${AREA}(?:,${AREA})*$`);
/** Captures the top row, the last column and the bottom row of each range. */
const AREA_END = /!\$[A-Z]{1,3}(?:\$(\d+))?:\$([A-Z]{1,3})(?:\$(\d+))?(?=,|$)/g;

/**
 * Grows the ranges that end just before added columns. A range that ends earlier is unchanged: the
 * user chose to print only some columns.
 */
export function growPrintArea(text: string, added: readonly number[], headerRow: number): string {
  if (!PRINT_AREA.test(text)) return text;
  return text.replaceAll(AREA_END, (range, top: string, last: string, bottom: string) => {
    const hasHeadings = Number(top || 1) <= headerRow && headerRow <= Number(bottom || headerRow);
    let right = columnIndex(last);
    while (hasHeadings && added.includes(right + 1)) right++;
    const end = range.lastIndexOf(`$${last}`);
    return `${range.slice(0, end)}$${columnName(right)}${range.slice(end + last.length + 1)}`;
  });
}

export interface SeparatedRange {
  readonly range: SortableRange;
  readonly outside: readonly number[];
}

const MAX_RANGES_IN_NOTE = 2;

export function createSeparationNotes(separated: readonly SeparatedRange[]): SheetNote[] {
  if (separated.length === 0) return [];
  const outside = new Set(separated.flatMap((range) => range.outside));
  const columns = toRanges([...outside]).map(({ first, last }) => ({
    first: columnName(first),
    last: columnName(last),
  }));
  const ranges = separated.slice(0, MAX_RANGES_IN_NOTE).map(({ range }) => range);
  const more = separated.length - ranges.length;
  return [{ code: 'outsideRanges', columns, ranges, more }];
}
