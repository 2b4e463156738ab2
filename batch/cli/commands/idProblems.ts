import type { CheckedRow, CheckedRemark } from '../wording/checkedRows.js';
import type { ReadRow } from '../../engine/intake/readRow.js';
import type { IntakeRow } from '../../engine/intake/intakeRow.js';
import type { SheetOperation } from '../../engine/operations/sheetOperation.js';
import { getIdHeading } from '../../engine/run/resultColumns.js';
import { hasLostId } from '../../engine/rows/shownStatus.js';

/** Use this only for a sheet without a journal: a journal recognises the row without its ID. */
export function withLostIdProblem(
  operation: Pick<SheetOperation, 'columns' | 'name'>,
  { number, previous }: IntakeRow,
  read: ReadRow,
): CheckedRow {
  // Other operations recognise their rows by other columns.
  if (operation.name !== 'rwa_create' || previous === undefined || !hasLostId(previous))
    return read;
  return withProblem(read, {
    row: number,
    field: 'id',
    label: getIdHeading(operation),
    value: previous.status,
    message: { code: 'idLost', status: previous.status },
    remedy: { code: 'restoreId' },
  });
}

export function withInvalidIdProblem(
  operation: Pick<SheetOperation, 'columns'>,
  { number, previous }: IntakeRow,
  read: CheckedRow,
): CheckedRow {
  const value = previous?.noId;
  if (value === undefined) return read;
  return withProblem(read, {
    row: number,
    field: 'id',
    label: getIdHeading(operation),
    value,
    message: { code: 'notAnId' },
    remedy: { code: 'clearId' },
  });
}

function withProblem(read: CheckedRow, problem: CheckedRemark): CheckedRow {
  const others = 'problems' in read ? read.problems : [];
  return { problems: [...others, problem], warnings: read.warnings };
}
