import type { SheetFile } from '../../sheets/sheet.js';

/** Where remarks go. */
export interface RemarksTarget {
  readonly sheet: string;
  readonly headerRow: number;
  readonly output: string;
}

/**
 * Writes what is to be corrected beside the rows, always into a new column: what stands in the column of an
 * earlier check may be a person's by now.
 */
export async function writeRemarks(
  file: SheetFile,
  target: RemarksTarget,
  remarks: ReadonlyMap<number, string>,
): Promise<void> {
  const heading = await freeHeading(file, target);
  await file.write({
    ...target,
    columns: [{ heading, kind: 'text', widthChars: 60, wraps: true }],
    results: (row) => (remarks.has(row) ? [remarks.get(row)] : undefined),
  });
}

/** The heading of the column; a further check of the same workbook counts on. */
async function freeHeading(file: SheetFile, { sheet, headerRow }: RemarksTarget): Promise<string> {
  const taken = new Set<string>();
  for await (const rows of file.rows(sheet)) {
    const headings = rows.find(({ number }) => number === headerRow);
    for (const cell of headings?.cells ?? [])
      if (cell?.kind === 'text') taken.add(cell.text.trim());
    if ((rows.at(-1)?.number ?? 0) >= headerRow) break;
  }
  let heading = 'Check remarks';
  for (let number = 2; taken.has(heading); number++) heading = `Check remarks ${number}`;
  return heading;
}
