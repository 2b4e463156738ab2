/** The first and the last row number. */
export type RowRange = readonly [first: number, last: number];

/** Reads row numbers such as `14, 20-31`. Returns undefined for a text that is not a list of row numbers. */
export function readRowRanges(text: string): readonly RowRange[] | undefined {
  const ranges: RowRange[] = [];
  for (const part of text.split(',')) {
    const [, first = '', last = first] = /^\s*(\d{1,9})(?:\s*-\s*(\d{1,9}))?\s*$/.exec(part) ?? [];
    if (first === '' || Number(last) < Number(first)) return undefined;
    ranges.push([Number(first), Number(last)]);
  }
  return ranges;
}
