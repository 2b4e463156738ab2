import { contentEnd } from './records.js';

/** Where a cell stands in its record's source, with its quotes. */
export type CellRange = readonly [start: number, end: number];

/** Where each cell of a record stands. */
export function cellRanges(source: string, delimiter: string): CellRange[] {
  const last = contentEnd(source);
  const ranges: CellRange[] = [];
  for (let start = 0; ;) {
    const quoted = source[start] === '"' ? quotedEnd(source, start) : start;
    const next = source.indexOf(delimiter, quoted);
    const isLast = next < 0 || next >= last;
    ranges.push([start, isLast ? last : next]);
    if (isLast) return ranges;
    start = next + 1;
  }
}

/** The value of a cell; what follows its quotes are spaces. */
export function cellText(source: string, [start, end]: CellRange): string {
  if (source[start] !== '"') return source.slice(start, end);
  return source.slice(start + 1, quotedEnd(source, start) - 1).replaceAll('""', '"');
}

/** The position after the quotation mark that closes the one at `start`; -1 where none does. */
export function quotedEnd(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at < 0 ? -1 : at + 1;
}
