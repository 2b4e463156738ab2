/** Columns count from 0 for A; rows from 1, as the user sees them. */
export interface Range {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** `0` is A, `26` is AA. */
export function columnName(column: number): string {
  const rest = Math.floor(column / 26) - 1;
  return (rest >= 0 ? columnName(rest) : '') + String.fromCharCode(65 + (column % 26));
}

/** `A` is 0, `XFD` is 16383. */
export function columnIndex(name: string): number {
  let index = 0;
  for (const letter of name.toUpperCase()) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

export function cellName(column: number, row: number): string {
  return `${columnName(column)}${row}`;
}

const RANGE = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/i;

/** `A1:C10` or `$B$2`; `undefined` for anything else, such as whole columns. */
export function parseRange(text: string): Range | undefined {
  const match = RANGE.exec(text.trim());
  if (!match) return undefined;
  const [, left = '', top = '', right = left, bottom = top] = match;
  return {
    left: columnIndex(left),
    top: Number(top),
    right: columnIndex(right),
    bottom: Number(bottom),
  };
}

/** `A1:C10`, or `A1` for a single cell. */
export function rangeName({ left, top, right, bottom }: Range): string {
  const start = cellName(left, top);
  const end = cellName(right, bottom);
  return start === end ? start : `${start}:${end}`;
}

export function intersects(a: Range, b: Range): boolean {
  return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
}
