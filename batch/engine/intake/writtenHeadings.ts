import type { SheetFile } from '../../../sheets/sheet.js';

/** The headings of our columns in a sheet, by the columns' names. */
export type WrittenHeadings = Readonly<Record<string, string>>;

/**
 * Returns the headings that the journal has for a sheet. If the sheet was renamed, it takes the
 * only recorded sheet that no longer exists.
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
 * Returns the name of a sheet in the journal. A CSV file has one constant name, because its sheet
 * is named after the file.
 */
export function sheetKey({ format }: Pick<SheetFile, 'format'>, sheet: string): string {
  return format === 'csv' ? '' : sheet;
}
