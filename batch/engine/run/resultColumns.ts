import { columnName } from '../../../sheets/xlsx/address.js';
import { sheetMessage } from '../files/fileMessages.js';
import { type Columns } from '../intake/columns.js';
import type { Intake } from '../intake/readSheet.js';
import type { Message } from '../message.js';
import type { ReportColumn, SheetOperation } from '../operations/sheetOperation.js';
import { columnRuns } from '../../../sheets/columnRuns.js';
import type { SheetFile } from '../../../sheets/sheet.js';
import type { PlannedRow } from '../rows/rowStatus.js';

/** Columns that follow each other, in the letters that Excel shows. */
export interface ColumnRange {
  readonly from: string;
  readonly to: string;
}

/** The columns that the results of a run will be written to. */
export interface ResultColumns extends ColumnRange {
  /** Those that the sheet has already. */
  readonly existing: readonly ColumnRange[];
  readonly added: readonly ColumnRange[];
  /** What the new ones are to the right of, if that is not the data itself. */
  readonly rightOf?: string;
}

/**
 * The columns to write, each where the sheet has it already, under a heading that no column of the
 * user's has. The optional ones only when a row was assessed again, or they are there.
 */
export function columnsToWrite(
  { columns }: Pick<SheetOperation, 'columns'>,
  rows: readonly Pick<PlannedRow, 'key' | 'earlier'>[],
  { results, resultHeadings }: Columns,
): readonly ReportColumn[] {
  const isAgain = rows.some(({ key, earlier }) => key !== '' && earlier !== undefined);
  return columns
    .filter(({ name, optional = false }) => !optional || isAgain || results.has(name))
    .map((column) => ({
      ...column,
      heading: resultHeadings.get(column.name) ?? column.heading,
      at: results.get(column.name),
    }));
}

/** A note about the user's columns that have the heading of a new one. */
export function usersOwnNote(wanted: readonly ReportColumn[], { usersOwn }: Columns): Message[] {
  const columns = wanted
    .flatMap(({ name, heading, at }) => {
      const column = at === undefined ? usersOwn.get(name) : undefined;
      return column === undefined ? [] : [{ column, ours: heading }];
    })
    .toSorted((a, b) => a.column - b.column)
    .map(({ column, ours }) => ({ column: columnName(column), ours }));
  return columns.length === 0 ? [] : [{ code: 'ownColumnsStay', columns }];
}

/** Where results will stand, and what the user should know of that. */
export interface FoundColumns {
  readonly resultColumns: ResultColumns;
  readonly notes: readonly Message[];
}

/**
 * Finds the columns for results.
 *
 * @throws {SheetError} when there is no room for them.
 */
export async function findResultColumns(
  file: Pick<SheetFile, 'place'>,
  { sheet, headerRow, rows, columns: { dataEnd, fields } }: Intake,
  wanted: readonly ReportColumn[],
  output: string,
): Promise<FoundColumns> {
  const {
    columns,
    rightOf,
    notes = [],
  } = await file.place(
    { sheet, headerRow, columns: wanted, keyColumns: [...fields.values()], output },
    rows.map(({ number }) => number),
  );
  const there = new Set(wanted.flatMap(({ at }) => at ?? []));
  const isApart = rightOf !== undefined && rightOf.column > dataEnd && !there.has(rightOf.column);
  const resultColumns = {
    from: columnName(Math.min(...columns)),
    to: columnName(Math.max(...columns)),
    existing: toColumnRanges(columns.filter((column) => there.has(column))),
    added: toColumnRanges(columns.filter((column) => !there.has(column))),
    ...(isApart ? { rightOf: rightOf.what } : {}),
  };
  return { resultColumns, notes: notes.map(sheetMessage) };
}

function toColumnRanges(columns: readonly number[]): ColumnRange[] {
  return columnRuns(columns).map(({ first, last }) => ({
    from: columnName(first),
    to: columnName(last),
  }));
}
