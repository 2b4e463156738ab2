/** Columns are counted from 0, rows from 1. */
export interface Range {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Returns A for 0, AA for 26. */
export function columnName(column: number): string {
  const leftPart = Math.floor(column / 26) - 1;
  return (leftPart >= 0 ? columnName(leftPart) : '') + String.fromCharCode(65 + (column % 26));
}

/** Returns 0 for A, 16383 for XFD. */
export function columnIndex(name: string): number {
  let index = 0;
  for (const letter of name.toUpperCase()) index = index * 26 + letter.charCodeAt(0) - 64;
  return index - 1;
}

export function cellName(column: number, row: number): string {
  return `${columnName(column)}${row}`;
}

const RANGE = /^\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?$/i;

/** Parses `A1:C10` or `$B$2`, but not whole columns. */
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

/** Returns `A1:C10`, or `A1` for a single cell. */
export function rangeName({ left, top, right, bottom }: Range): string {
  const start = cellName(left, top);
  const end = cellName(right, bottom);
  return start === end ? start : `${start}:${end}`;
}

export function intersects(a: Range, b: Range): boolean {
  return a.left <= b.right && b.left <= a.right && a.top <= b.bottom && b.top <= a.bottom;
}
