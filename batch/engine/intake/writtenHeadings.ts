import type { SheetFile } from '../../../sheets/sheet.js';

/** The headings that we wrote into a sheet, by the names of our columns. */
export type WrittenHeadings = Readonly<Record<string, string>>;

/**
 * What the journal knows of our columns in a sheet. One that was renamed since is the one noted sheet
 * that the file has no more.
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

/** What the journal calls a sheet: that of a CSV file is named after the file, which may be renamed. */
export function sheetKey({ format }: Pick<SheetFile, 'format'>, sheet: string): string {
  return format === 'csv' ? '' : sheet;
}
