import { findFreeHeading } from '../../batch/engine/intake/ownColumns.js';
import { normalizeHeading } from '../../batch/engine/intake/headingNames.js';
import type { SheetCells } from '../../batch/engine/run/sheetCells.js';
import { keep, type SheetFile } from '../../sheets/sheet.js';

export interface RemarksTarget {
  readonly sheet: string;
  readonly headerRow: number;
  /** The columns of the inputs. */
  readonly keyColumns: readonly number[];
  /** The file name of the result. */
  readonly output: string;
}

/** Rows with outdated results. Their result columns are written like those of an assessment. */
export interface OutdatedResults {
  readonly rows: ReadonlySet<number>;
  readonly cells: Pick<SheetCells, 'allColumns' | 'toResultCells'>;
}

/**
 * Writes the remarks into a new column to the right. The remarks of an earlier check stay in their
 * column, because a person may have edited them. Also writes the result columns of outdated rows.
 */
export async function writeRemarks(
  file: SheetFile,
  target: RemarksTarget,
  remarks: ReadonlyMap<number, string>,
  { rows, cells }: OutdatedResults,
): Promise<void> {
  const heading = findFreeHeading(remarksColumn, [], await readHeadings(file, target));
  // If a result column is missing, none is written or added.
  const resultColumns = cells.allColumns.every(({ at }) => at !== undefined)
    ? cells.allColumns
    : [];
  await file.write({
    ...target,
    columns: [...resultColumns, { heading, kind: 'text', widthChars: 60, wraps: true }],
    results: (row, current) => {
      const results =
        rows.has(row) && resultColumns.length > 0 ? cells.toResultCells(row, current) : undefined;
      if (results === undefined && !remarks.has(row)) return undefined;
      return [
        ...(results ?? resultColumns.map(() => keep)),
        remarks.has(row) ? remarks.get(row) : keep,
      ];
    },
  });
}

const remarksColumn = {
  name: 'remarks',
  heading: 'Check remarks',
  alternativeHeading: 'Check remarks',
};

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
