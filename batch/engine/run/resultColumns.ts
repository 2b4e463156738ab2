import { columnName } from '../../../sheets/xlsx/address.js';
import { toSheetMessage } from '../files/fileMessages.js';
import type { Columns } from '../intake/columns.js';
import type { Intake } from '../intake/readSheet.js';
import type { Message } from '../message.js';
import type { ReportColumn, SheetOperation } from '../operations/sheetOperation.js';
import { toRanges } from '../../../sheets/numberRanges.js';
import type { SheetFile } from '../../../sheets/sheet.js';
import { type PlannedRow, getHistory } from '../rows/plannedRow.js';

export interface ColumnRange {
  readonly from: string;
  readonly to: string;
}

export interface ResultColumns extends ColumnRange {
  readonly existing: readonly ColumnRange[];
  readonly added: readonly ColumnRange[];
  /**
   * The cell or object to the left of the new columns, unless it belongs to the table with the
   * inputs.
   */
  readonly rightOf?: string;
}

/**
 * A column that the sheet already has keeps its place, and no heading equals that of a user's
 * column. Optional columns are included only if the sheet has them, or with `hasReassessments`.
 */
export function listColumnsToWrite(
  { columns }: Pick<SheetOperation, 'columns'>,
  hasReassessments: boolean,
  { results, resultHeadings }: Columns,
): readonly ReportColumn[] {
  return columns
    .filter(({ name, optional = false }) => !optional || hasReassessments || results.has(name))
    .map((column) => ({
      ...column,
      heading: resultHeadings.get(column.name) ?? column.heading,
      at: results.get(column.name),
    }));
}

export function hasReassessments(rows: readonly Pick<PlannedRow, 'key' | 'plan'>[]): boolean {
  return rows.some((row) => row.key !== '' && getHistory(row).earlier.length > 0);
}

/**
 * Notes the user's columns that have the usual heading of a new column, which gets another heading.
 */
export function createUsersColumnsNote(
  wanted: readonly ReportColumn[],
  { usersOwn }: Columns,
): Message[] {
  const columns = wanted
    .flatMap(({ name, heading, at }) => {
      const column = at === undefined ? usersOwn.get(name) : undefined;
      return column === undefined ? [] : [{ column, ours: heading }];
    })
    .toSorted((a, b) => a.column - b.column)
    .map(({ column, ours }) => ({ column: columnName(column), ours }));
  return columns.length === 0 ? [] : [{ code: 'ownColumnsStay', columns }];
}

export interface FoundColumns {
  readonly resultColumns: ResultColumns;
  readonly notes: readonly Message[];
}

/** Throws a SheetError if there is no room for the columns. */
export async function findResultColumns(
  file: Pick<SheetFile, 'place'>,
  { sheet, headerRow, rows, columns: { dataEnd, fields, headings } }: Intake,
  wanted: readonly ReportColumn[],
  output: string,
): Promise<FoundColumns> {
  const {
    columns,
    rightOf,
    notes = [],
  } = await file.place(
    {
      sheet,
      headerRow,
      columns: wanted,
      keyColumns: [...fields.values()],
      lastHeading: findLastHeading(headings),
      output,
    },
    rows.map(({ number }) => number),
  );
  const existing = new Set(wanted.flatMap(({ at }) => at ?? []));
  const isApart =
    rightOf !== undefined && rightOf.column > dataEnd && !existing.has(rightOf.column);
  const resultColumns = {
    from: columnName(Math.min(...columns)),
    to: columnName(Math.max(...columns)),
    existing: toColumnRanges(columns.filter((column) => existing.has(column))),
    added: toColumnRanges(columns.filter((column) => !existing.has(column))),
    ...(isApart ? { rightOf: rightOf.what } : {}),
  };
  return { resultColumns, notes: notes.map(toSheetMessage) };
}

/** If the headings are in two rows, the last column may have a heading only in the upper row. */
export function findLastHeading(headings: readonly string[]): number {
  return headings.findLastIndex((heading) => heading !== '');
}

function toColumnRanges(columns: readonly number[]): ColumnRange[] {
  return toRanges(columns).map(({ first, last }) => ({
    from: columnName(first),
    to: columnName(last),
  }));
}

export function getIdHeading({ columns }: Pick<SheetOperation, 'columns'>): string {
  return columns.find(({ name }) => name === 'id')?.heading ?? 'id';
}
