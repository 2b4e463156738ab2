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

/** The range of a filter or table, and our columns inside and outside of it. */
export interface GrownRange {
  /** The range including our columns; unchanged if they cannot or need not be included. */
  readonly ref: string;
  /** Our columns that were added to the range. */
  readonly added: readonly number[];
  /** Our columns that belong in the range but cannot be added: sorting separates them from their rows. */
  readonly outside: readonly number[];
}

/**
 * Extends a filter or table to the right over our adjacent columns, so that sorting moves the results
 * with their rows. The range is unchanged if it does not begin at the heading row, if other columns
 * or another range are between, or if a key column is outside. Our columns do not belong in a range
 * without any key column.
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
 * Extends a range that has the right edge of `before`, such as a sort range, to the right edge of
 * `after`. Other ranges are unchanged.
 */
export function widenLike(ref: string, before: string, after: string): string {
  const range = parseRange(ref);
  const [old, grown] = [parseRange(before), parseRange(after)];
  if (!range || !old || !grown || range.right !== old.right) return ref;
  return rangeName({ ...range, right: grown.right });
}

/** A print area: comma-separated ranges with their sheet, such as `'My hires'!$A$1:$F$20`. */
const AREA = String.raw`(?:'(?:[^']|'')+'|[^'!,():\s]+)!\$[A-Z]{1,3}(?:\$\d+)?:\$[A-Z]{1,3}(?:\$\d+)?`;
const PRINT_AREA = new RegExp(`^${AREA}(?:,${AREA})*$`);
/** Matches the cells of each range in a print area; captures top row, last column and bottom row. */
const AREA_END = /!\$[A-Z]{1,3}(?:\$(\d+))?:\$([A-Z]{1,3})(?:\$(\d+))?(?=,|$)/g;

/**
 * Extends each range of a print area that contains the heading row and ends beside the new columns. A
 * range that ends earlier is unchanged, because the user chose to print only some columns. A formula
 * is unchanged, too.
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

/** A filter or table that cannot include all of our columns. */
export interface SeparatedRange {
  readonly range: SortableRange;
  readonly outside: readonly number[];
}

const MAX_RANGES_IN_NOTE = 2;

/** Returns notes about filters and tables that could not grow. */
export function separationNotes(separated: readonly SeparatedRange[]): SheetNote[] {
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
