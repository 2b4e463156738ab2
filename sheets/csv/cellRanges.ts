/** The position of a cell in the record's source, with its quotation marks. */
export type CellRange = readonly [start: number, end: number];

export function findCellRanges(source: string, delimiter: string): CellRange[] {
  const end = findContentEnd(source);
  const ranges: CellRange[] = [];
  for (let start = 0; ;) {
    const searchFrom = source[start] === '"' ? findQuoteEnd(source, start) : start;
    const next = source.indexOf(delimiter, searchFrom);
    const isLast = next < 0 || next >= end;
    ranges.push([start, isLast ? end : next]);
    if (isLast) return ranges;
    start = next + 1;
  }
}

/** Reads a cell, and ignores anything between the closing quotation mark and the delimiter. */
export function readCellText(source: string, [start, end]: CellRange): string {
  if (source[start] !== '"') return source.slice(start, end);
  return source.slice(start + 1, findQuoteEnd(source, start) - 1).replaceAll('""', '"');
}

/** Returns the position after the closing quotation mark; -1 if there is none. */
export function findQuoteEnd(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (at >= 0 && text[at + 1] === '"') at = text.indexOf('"', at + 2);
  return at < 0 ? -1 : at + 1;
}

export function hasOutsideQuotes(source: string, delimiter: string, character: string): boolean {
  return findCellRanges(source, delimiter).some(([start, end]) => {
    const from = source[start] === '"' ? findQuoteEnd(source, start) : start;
    return source.slice(from, end).includes(character);
  });
}

/** CR CR LF, a known export bug, counts as one line end. */
export function findContentEnd(source: string): number {
  let end = source.length;
  if (source.endsWith('\n')) end--;
  while (end > 0 && source[end - 1] === '\r') end--;
  return end;
}
