import type { SheetFile } from '../../../sheets/sheet.js';

/** The headings that we wrote into a sheet, by the names of our columns. */
export type WrittenHeadings = Readonly<Record<string, string>>;

/**
 * What the journal contains about our columns in a sheet. A renamed sheet is the only recorded one
 * that the file no longer has.
 */
export function writtenHeadings(
  file: Pick<SheetFile, 'format' | 'sheets'>,
  sheet: string,
  known: ReadonlyMap<string, WrittenHeadings> = new Map(),
): WrittenHeadings | undefined {
  const found = known.get(sheetKey(file, sheet));
  if (found !== undefined || file.format === 'csv') return found;
  const there = new Set(file.sheets.map(({ name }) => name));
  const [missing, ...others] = [...known.keys()].filter((name) => !there.has(name));
  return missing === undefined || others.length > 0 ? undefined : known.get(missing);
}

/**
 * The name of a sheet in the journal. The sheet of a CSV file has the file's name, which may
 * change.
 */
export function sheetKey({ format }: Pick<SheetFile, 'format'>, sheet: string): string {
  return format === 'csv' ? '' : sheet;
}
