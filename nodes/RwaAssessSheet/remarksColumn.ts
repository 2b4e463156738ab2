import { freeHeading } from '../../batch/engine/intake/freeHeading.js';
import { normalizeHeading } from '../../batch/engine/intake/headingNames.js';
import type { SheetFile } from '../../sheets/sheet.js';

/** Where remarks go. */
export interface RemarksTarget {
  readonly sheet: string;
  readonly headerRow: number;
  /** The columns of the inputs. */
  readonly keyColumns: readonly number[];
  readonly output: string;
}

/**
 * Writes the corrections to make into a new column beside the rows. A person may have edited the column of an
 * earlier check.
 */
export async function writeRemarks(
  file: SheetFile,
  target: RemarksTarget,
  remarks: ReadonlyMap<number, string>,
): Promise<void> {
  const heading = freeHeading(column, [], await readHeadings(file, target));
  await file.write({
    ...target,
    columns: [{ heading, kind: 'text', widthChars: 60, wraps: true }],
    results: (row) => (remarks.has(row) ? [remarks.get(row)] : undefined),
  });
}

const column = { name: 'remarks', heading: 'Check remarks', headingBeside: 'Check remarks' };

/** The headings that the sheet has. */
async function readHeadings(
  file: SheetFile,
  { sheet, headerRow }: RemarksTarget,
): Promise<ReadonlySet<string>> {
  const headings = new Set<string>();
  for await (const rows of file.rows(sheet)) {
    const { cells = [] } = rows.find(({ number }) => number === headerRow) ?? {};
    for (const cell of cells) if (cell?.kind === 'text') headings.add(normalizeHeading(cell.text));
    if ((rows.at(-1)?.number ?? 0) >= headerRow) break;
  }
  return headings;
}
