import type { ReadRow } from '../../engine/intake/readRow.js';
import type { IntakeRow } from '../../engine/intake/intakeRow.js';
import type { RowRemark } from '../../engine/intake/remark.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { idHeading } from '../../engine/run/resultColumns.js';
import { hasLostId } from '../../engine/rows/shownStatus.js';

/**
 * Adds a problem to a row that was sent and has no ID. Use it only for a sheet without a journal: with
 * a journal, the row is recognised without its ID.
 */
export function withLostIdProblem(
  operation: Pick<SheetOperation, 'columns' | 'name'>,
  { number, previous }: IntakeRow,
  read: ReadRow,
): ReadRow {
  // The other operations recognise their rows by other columns.
  if (operation.name !== 'rwa_create' || previous === undefined || !hasLostId(previous))
    return read;
  return withProblem(read, {
    row: number,
    field: 'id',
    label: idHeading(operation),
    value: previous.status,
    message: `is missing, and ${previous.status === '' ? 'there is a Row reference' : `the sheet says ${previous.status}`}: the row was sent`,
    remedy:
      'Restore the ID from a backup of the sheet. To assess the row again instead, run rwa assess, which does not send this row, and follow its message.',
  });
}

/** Adds a problem to a row whose ID cell contains something that is not an ID. */
export function withInvalidIdProblem(
  operation: Pick<SheetOperation, 'columns'>,
  { number, previous }: IntakeRow,
  read: ReadRow,
): ReadRow {
  const value = previous?.noId;
  if (value === undefined) return read;
  return withProblem(read, {
    row: number,
    field: 'id',
    label: idHeading(operation),
    value,
    message: 'is not an ID',
    remedy: 'Clear the cell.',
  });
}

function withProblem(read: ReadRow, problem: RowRemark): ReadRow {
  const others = 'problems' in read ? read.problems : [];
  return { problems: [...others, problem], warnings: read.warnings };
}
