import type { SheetFile } from '../../../sheets/sheet.js';
import type { IntakeOptions } from '../intake/intakeOptions.js';
import type { IntakeRow } from '../intake/intakeRow.js';
import { keyOfUnreadable } from '../intake/intakeRows.js';
import { readPreviousResults, resultCells } from '../intake/previousResults.js';
import type { Intake } from '../intake/readSheet.js';
import { plainHash } from '../intake/rowKey.js';
import { isSameData } from '../sameData.js';
import type { SheetCells } from './sheetCells.js';

/** A sheet that was read. */
interface ReadSheet {
  readonly file: SheetFile;
  readonly intake: Intake;
  /** Its rows under the keys that the intake gave them. */
  readonly asRead: readonly IntakeRow[];
}

/** The rows of a sheet as they will be read when these cells are written into it. */
export async function rowsAsWritten(
  { file, intake: { sheet, columns }, asRead }: ReadSheet,
  cells: SheetCells,
  { inputs, known, hashOf = plainHash }: IntakeOptions,
): Promise<readonly IntakeRow[]> {
  const rows: IntakeRow[] = [];
  const left = asRead.values();
  let next = left.next().value;
  for await (const batch of file.rows(sheet)) {
    for (const row of batch) {
      if (row.number !== next?.number) continue;
      const at = cells.asWritten(row.number, resultCells(columns, row));
      rows.push(withResults(next, readPreviousResults(inputs, at, { known, hashOf })));
      next = left.next().value;
    }
  }
  return rows;
}

function withResults(row: IntakeRow, previous: IntakeRow['previous']): IntakeRow {
  // Most rows: one object serves for both.
  if (isSameData(row.previous, previous)) return row;
  const { previous: _, ...rest } = row;
  const key = row.problems === undefined ? row.key : keyOfUnreadable(previous);
  return { ...rest, key, ...(previous === undefined ? {} : { previous }) };
}
