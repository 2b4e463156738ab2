/** The end of a page of rows: the value that it is sorted by, and the number of its last row. */
export interface RowCursor {
  readonly value: string | number;
  readonly number: number;
}

/** The cursor as a caller passes it on, without knowing what is in it. */
export function writtenCursor({ value, number }: RowCursor): string {
  return Buffer.from(JSON.stringify([value, number])).toString('base64url');
}

/** Reads a cursor; undefined for anything else. `isText` is true if it sorts by texts. */
export function readCursor(text: string, isText: boolean): RowCursor | undefined {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'));
    if (!Array.isArray(read) || read.length !== 2) return undefined;
    const [value, number] = read as readonly unknown[];
    if (typeof number !== 'number' || !Number.isSafeInteger(number)) return undefined;
    if (typeof value === 'string' ? !isText : isText || typeof value !== 'number') return undefined;
    return { value: value as string | number, number };
  } catch {
    return undefined;
  }
}
