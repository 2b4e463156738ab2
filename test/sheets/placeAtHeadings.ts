import type { ResultColumn, SheetFile } from '../../sheets/sheet.js';

/**
 * Returns the columns, each with the position of the existing column that has the same heading, if
 * there is one. Case and extra spaces make no difference.
 */
export async function placeAtHeadings(
  file: SheetFile,
  columns: readonly ResultColumn[],
  { sheet = file.sheets[0]?.name ?? '', headerRow = 1 } = {},
): Promise<readonly ResultColumn[]> {
  const headings = await readHeadings(file, sheet, headerRow);
  return columns.map((column) => {
    const at = headings.indexOf(normalizeHeading(column.heading));
    return at === -1 ? column : { ...column, at };
  });
}

async function readHeadings(file: SheetFile, sheet: string, headerRow: number): Promise<string[]> {
  for await (const batch of file.rows(sheet)) {
    const row = batch.find(({ number }) => number === headerRow);
    if (row !== undefined) {
      return Array.from(row.cells, (cell) =>
        cell?.kind === 'text' ? normalizeHeading(cell.text) : '',
      );
    }
  }
  return [];
}

function normalizeHeading(heading: string): string {
  return heading.trim().replace(/\s+/g, ' ').toLowerCase();
}
