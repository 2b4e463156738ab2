import type { ReadRow } from '../../engine/intake/readRows.js';
import type { IntakeRow } from '../../engine/intake/readSheet.js';
import type { RowRemark } from '../../engine/intake/remark.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { idHeading } from '../../engine/run/idHeading.js';
import { hasLostId } from '../../engine/run/lostId.js';

/**
 * A row as it was read, with the problem that its id is missing although it was sent. Only where there
 * is no journal, which could know the row without it.
 */
export function withLostIdProblem(
  operation: Pick<SheetOperation, 'columns' | 'name'>,
  { number, previous }: IntakeRow,
  read: ReadRow,
): ReadRow {
  // The other operations know their rows by other columns.
  if (operation.name !== 'rwa_create' || previous === undefined || !hasLostId(previous))
    return read;
  return withProblem(read, {
    row: number,
    field: 'id',
    label: idHeading(operation),
    value: previous.status,
    message: `is missing, and the sheet says ${previous.status}: the row was sent`,
    remedy:
      'Restore the ID from a backup of the sheet. For another assessment of the row, run rwa assess, which holds it, and then follow its message.',
  });
}

/** A row as it was read, with the problem that its id cannot be one. */
export function withNoIdProblem(
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
    message: 'is not an id',
    remedy: 'Clear the cell.',
  });
}

function withProblem(read: ReadRow, problem: RowRemark): ReadRow {
  const others = 'problems' in read ? read.problems : [];
  return { problems: [...others, problem], warnings: read.warnings };
}
