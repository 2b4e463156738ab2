import type { RowRemark } from '../intake/remark.js';
import type { ReadRow } from '../intake/readRows.js';
import type { IntakeRow } from '../intake/readSheet.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { hasLostId } from './lostId.js';

type OwnColumns = Pick<SheetOperation, 'columns'>;

/** What to do about a text in place of an id that cannot be one. */
export function noIdSentence(operation: OwnColumns, text: string): string {
  const shown = text.length > 40 ? `${text.slice(0, 39)}…` : text;
  return `${idHeading(operation)} says “${shown}”, which is not an id: clear the cell and run again.`;
}

/**
 * A row as it was read, with the problem that its id is gone although it was sent. Only where there
 * is no journal, which could know the row without it.
 */
export function withLostIdProblem(
  operation: OwnColumns & Pick<SheetOperation, 'name'>,
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
      'Put the id back from a backup of the sheet. For another assessment of the row, run rwa assess, which holds it, and then do what its message says.',
  });
}

/** A row as it was read, with the problem that its id cannot be one. */
export function withNoIdProblem(
  operation: OwnColumns,
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

/** What the column of the service's ids is headed. */
export function idHeading({ columns }: OwnColumns): string {
  return columns.find(({ name }) => name === 'id')?.heading ?? 'id';
}
