import { contentEnd } from './records.js';

/** The position of a cell in its record's source, with its quotes. */
export type CellRange = readonly [start: number, end: number];

/** The position of each cell of a record. */
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

/** The value of a cell; only spaces follow its quotes. */
export function cellText(source: string, [start, end]: CellRange): string {
  if (source[start] !== '"') return source.slice(start, end);
  return source.slice(start + 1, quotedEnd(source, start) - 1).replaceAll('""', '"');
}

/** The position after the quotation mark that closes the one at `start`; -1 if none does. */
export function quotedEnd(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at < 0 ? -1 : at + 1;
}
