import { columnRuns } from '../../columnRuns.js';
import { columnName, intersects, parseRange, rangeName, type Range } from '../address.js';

/** A filter or table, and what our columns mean for it. */
export interface GrownRange {
  /** The range with our columns; unchanged if they cannot or need not be included. */
  readonly ref: string;
  /** Columns by which it grew. */
  readonly added: readonly number[];
  /** Our columns that stay outside: sorting would part them from their rows. */
  readonly outside: readonly number[];
}

/**
 * Lets a filter or table grow to the right over those of our columns that adjoin it, so that
 * sorting moves the results with their rows. The range stays unchanged if it does not begin at the
 * heading row, if filled columns or another range block it, or if a key column is outside. A
 * range without any key column is about something else, and our columns do not belong to it.
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

/** A range that belongs to `before`, such as its sort, widened as that one was. */
export function widenedLike(ref: string, before: string, after: string): string {
  const range = parseRange(ref);
  const [old, grown] = [parseRange(before), parseRange(after)];
  if (!range || !old || !grown || range.right !== old.right) return ref;
  return rangeName({ ...range, right: grown.right });
}

/** A filter or table that cannot grow over some of our columns, as the user knows it. */
interface Separated {
  readonly what: string;
  readonly outside: readonly number[];
}

/** A note about filters and tables that could not grow; undefined when there are none. */
export function separationNotes(separated: readonly Separated[]): string[] {
  if (separated.length === 0) return [];
  const columns = new Set(separated.flatMap(({ outside }) => outside));
  const places = columnRuns([...columns]).map(({ first, last }) =>
    first === last ? columnName(first) : `${columnName(first)} to ${columnName(last)}`,
  );
  const whats = separated.map(({ what }) => what);
  const more = whats.length > 2 ? ` and ${whats.length - 2} more` : '';
  return [
    `The results in ${places.join(', ')} lie outside ${whats.slice(0, 2).join(', ')}${more}, which cannot ` +
      'grow over them: sorting there will separate the results from their rows.',
  ];
}
