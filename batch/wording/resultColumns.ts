import { sanitize } from '../../src/sanitized.js';
import type { ColumnRange, ResultColumns } from '../engine/run/resultColumns.js';

/** Returns a text such as `columns P to AB`, with the place of new columns. */
export function resultColumnsText({ existing, added, rightOf }: ResultColumns): string {
  const why =
    rightOf === undefined ? '' : `, to the right of ${rightOf} so that nothing of yours is covered`;
  if (existing.length === 0) return sanitize(`${columnsText(added)}${why}`);
  const columns = `${columnsText(existing)}, which ${isSingleColumn(existing) ? 'is' : 'are'} already there`;
  if (added.length === 0) return columns;
  return sanitize(`${columns}, and the new ${columnsText(added)}${why}`);
}

function columnsText(ranges: readonly ColumnRange[]): string {
  return `${isSingleColumn(ranges) ? 'column' : 'columns'} ${rangesText(ranges)}`;
}

function isSingleColumn([first, second]: readonly ColumnRange[]): boolean {
  return second === undefined && first?.from === first?.to;
}

function rangesText(ranges: readonly ColumnRange[]): string {
  return joinList(ranges.map(({ from, to }) => (from === to ? from : `${from} to ${to}`)));
}

/** Joins parts as in `P, Q and R`. */
export function joinList(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}
