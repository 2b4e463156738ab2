import type { ReadRow, RowRemark } from '../intake/readRows.js';
import type { IntakeRow } from '../intake/readSheet.js';
import type { SheetOperation } from '../operations/sheetOperation.js';

type OwnColumns = Pick<SheetOperation, 'columns'>;

/** What to do about a text in place of an id that cannot be one. */
export function noIdSentence(operation: OwnColumns, text: string): string {
  const shown = text.length > 40 ? `${text.slice(0, 39)}…` : text;
  return `${headingOf(operation)} says “${shown}”, which is not an id: clear the cell and run again.`;
}

/** A row as it was read, with the problem that its id cannot be one. */
export function withNoIdProblem(
  operation: OwnColumns,
  { number, written }: IntakeRow,
  read: ReadRow,
): ReadRow {
  const value = written?.noId;
  if (value === undefined) return read;
  const problem: RowRemark = {
    row: number,
    field: 'id',
    label: headingOf(operation),
    value,
    message: 'is not an id',
    remedy: 'Clear the cell.',
  };
  const others = 'problems' in read ? read.problems : [];
  return { problems: [...others, problem], warnings: read.warnings };
}

function headingOf({ columns }: OwnColumns): string {
  return columns.find(({ name }) => name === 'id')?.heading ?? 'id';
}
