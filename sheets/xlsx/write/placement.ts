import { SheetError, type ResultColumn } from '../../sheet.js';
import { cellName, columnName, rangeName, type Range } from '../address.js';
import { MAX_COLUMNS } from '../limits.js';
import type { SharedFormula, UsedCells } from '../worksheet/usedCells.js';
import type { RowSet } from '../rowSet.js';

/** A column of ours, with its position in the sheet. */
export interface PlacedColumn extends ResultColumn {
  readonly column: number;
  /** The index of its value among those of a row. */
  readonly index: number;
  /** True for a new column, whose heading is written if there is a heading row. */
  readonly isNew: boolean;
  /** The requested column, if formulas in it fill other cells too, so that it cannot be used. */
  readonly instead?: number;
}

/** A range that no column of ours may cross, with what it is. */
export interface Occupied {
  readonly range: Range;
  /** In the user's terms: `the table "Legend"`. */
  readonly what: string;
}

/** What is known of the sheet that columns are placed in. */
export interface Ground {
  readonly used: Pick<UsedCells, 'extents' | 'sharedFormulas'>;
  readonly occupied: Iterable<Occupied>;
  readonly headerRow: number;
  /** The rows that have results. */
  readonly resultRows: RowSet;
}

/** Our columns in the order of the sheet, and what the new ones are to the right of. */
export interface Placement {
  readonly columns: readonly PlacedColumn[];
  readonly rightOf: Edge | undefined;
}

interface Edge {
  readonly column: number;
  readonly what: string;
}

/**
 * Gives each column its place. Those that are to be added go to the right of all that is filled,
 * merged or taken by a table at or below the heading row, on whichever row: what is free today must
 * not be in the way of rows that are added tomorrow.
 *
 * A column whose formulas spread over cells that get no results cannot be overwritten in part, so
 * it stays and another is added.
 *
 * @throws {SheetError} when the sheet has no room to the right.
 */
export function placeColumns(wanted: readonly ResultColumn[], ground: Ground): Placement {
  const placed: PlacedColumn[] = [];
  const added: { column: ResultColumn; index: number; instead?: number }[] = [];
  for (const [index, column] of wanted.entries()) {
    const { at } = column;
    if (at === undefined) added.push({ column, index });
    else if (canOverwrite(at, ground)) placed.push({ ...column, index, column: at, isNew: false });
    else added.push({ column, index, instead: at });
  }
  const edge = edgeOf(ground);
  const first = (edge?.column ?? -1) + 1;
  if (first + added.length > MAX_COLUMNS) throw noRoom(added.length, edge);
  for (const [offset, { column, ...rest }] of added.entries()) {
    placed.push({ ...column, ...rest, column: first + offset, isNew: true });
  }
  return {
    columns: placed.toSorted((a, b) => a.column - b.column),
    rightOf: added.length === 0 ? undefined : edge,
  };
}

function canOverwrite(column: number, { used, resultRows }: Ground): boolean {
  return used.sharedFormulas.every(
    (formula) => !isIn(formula, column, resultRows) || isOverwritten(formula, column, resultRows),
  );
}

function isIn({ range, isArray, ...cell }: SharedFormula, column: number, rows: RowSet): boolean {
  if (!isArray) return cell.column === column && rows.countIn(cell.row, cell.row) > 0;
  if (column < range.left || column > range.right) return false;
  return rows.countIn(range.top, range.bottom) > 0;
}

function isOverwritten({ range }: SharedFormula, column: number, rows: RowSet): boolean {
  if (range.left !== column || range.right !== column) return false;
  return rows.countIn(range.top, range.bottom) === range.bottom - range.top + 1;
}

/** The rightmost thing at or below the heading row. */
function edgeOf({ used, occupied, headerRow }: Ground): Edge | undefined {
  const cell = used.extents.furthestFrom(headerRow);
  let edge: Edge | undefined = cell && {
    column: cell.column,
    what: cellName(cell.column, cell.row),
  };
  for (const { range, what } of occupied) {
    if (range.bottom < headerRow || range.right <= (edge?.column ?? -1)) continue;
    edge = { column: range.right, what };
  }
  return edge;
}

/** Merged cells as something that columns must not cross. */
export function mergedCells(range: Range): Occupied {
  return { range, what: `the merged cells ${rangeName(range)}` };
}

function noRoom(columns: number, edge: Edge | undefined): SheetError {
  const last = columnName(Math.min(edge?.column ?? 0, MAX_COLUMNS - 1));
  return new SheetError(
    `There is no room for ${columns} columns of results: the sheet is in use up to column ${last} ` +
      `(${edge?.what ?? last}). Remove what is not needed at its right, or copy the rows into a ` +
      'new sheet.',
  );
}
