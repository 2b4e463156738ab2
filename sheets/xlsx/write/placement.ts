import type { Neighbour } from '../../messages.js';
import { SheetError, type ResultColumn } from '../../sheet.js';
import { cellName, columnName, rangeName, type Range } from '../address.js';
import { MAX_COLUMNS } from '../limits.js';
import type { SharedFormula, UsedCells } from '../worksheet/usedCells.js';
import type { RowSet } from '../rowSet.js';

export interface PlacedColumn extends ResultColumn {
  readonly column: number;
  /** The index among the values of a row. */
  readonly index: number;
  /**
   * True for an added column. Only the headings of such columns are written, if there is a heading
   * row.
   */
  readonly isNew: boolean;
  /** The requested column, which was not used because its formulas also fill other cells. */
  readonly insteadOf?: number;
}

/** A range that new columns must not cross. */
export interface OccupiedRange {
  readonly range: Range;
  readonly what: Neighbour;
}

export interface PlacementInput {
  readonly used: Pick<UsedCells, 'extents' | 'sharedFormulas'>;
  readonly occupied: Iterable<OccupiedRange>;
  readonly headerRow: number;
  readonly lastHeading?: number | undefined;
  readonly resultRows: RowSet;
}

/** The columns are in sheet order. */
export interface Placement {
  readonly columns: readonly PlacedColumn[];
  readonly rightOf: Edge | undefined;
}

/** The rightmost cell or range at or below the heading row. */
interface Edge {
  readonly column: number;
  readonly what: Neighbour;
}

/**
 * Finds the places of columns. New columns are to the right of everything at or below the heading
 * row, even in rows without results. A formula that also fills cells without results cannot be
 * overwritten in part, so a new column is added.
 */
export function placeColumns(wanted: readonly ResultColumn[], input: PlacementInput): Placement {
  const placed: PlacedColumn[] = [];
  const added: { column: ResultColumn; index: number; insteadOf?: number }[] = [];
  for (const [index, column] of wanted.entries()) {
    const { at } = column;
    if (at === undefined) added.push({ column, index });
    else if (canOverwrite(at, input)) placed.push({ ...column, index, column: at, isNew: false });
    else added.push({ column, index, insteadOf: at });
  }
  const edge = findEdge(input);
  const first = (edge?.column ?? -1) + 1;
  if (first + added.length > MAX_COLUMNS) throw createNoRoomError(added.length, edge);
  for (const [offset, { column, ...rest }] of added.entries()) {
    placed.push({ ...column, ...rest, column: first + offset, isNew: true });
  }
  return {
    columns: placed.toSorted((a, b) => a.column - b.column),
    rightOf: added.length === 0 ? undefined : edge,
  };
}

function canOverwrite(column: number, { used, resultRows }: PlacementInput): boolean {
  return used.sharedFormulas.every(
    (formula) =>
      !isAffected(formula, column, resultRows) || isOverwritten(formula, column, resultRows),
  );
}

function isAffected(formula: SharedFormula, column: number, rows: RowSet): boolean {
  const { range, isArray, row } = formula;
  if (!isArray) return formula.column === column && rows.countIn(row, row) > 0;
  if (column < range.left || column > range.right) return false;
  return rows.countIn(range.top, range.bottom) > 0;
}

function isOverwritten({ range }: SharedFormula, column: number, rows: RowSet): boolean {
  if (range.left !== column || range.right !== column) return false;
  return rows.countIn(range.top, range.bottom) === range.bottom - range.top + 1;
}

function findEdge({
  used,
  occupied,
  headerRow,
  lastHeading = -1,
}: PlacementInput): Edge | undefined {
  const cell = used.extents.findFurthest(headerRow);
  let edge: Edge | undefined = cell && {
    column: cell.column,
    what: { kind: 'cell', address: cellName(cell.column, cell.row) },
  };
  for (const { range, what } of occupied) {
    if (range.bottom < headerRow || range.right <= (edge?.column ?? -1)) continue;
    edge = { column: range.right, what };
  }
  if (lastHeading <= (edge?.column ?? -1)) return edge;
  const address = cellName(lastHeading, headerRow - 1);
  return { column: lastHeading, what: { kind: 'cell', address } };
}

export function toMergedCells(range: Range): OccupiedRange {
  return { range, what: { kind: 'mergedCells', range: rangeName(range) } };
}

function createNoRoomError(columns: number, edge: Edge | undefined): SheetError {
  const last = columnName(Math.min(edge?.column ?? 0, MAX_COLUMNS - 1));
  const neighbour = edge?.what ?? { kind: 'cell', address: last };
  return new SheetError({ code: 'noRoom', columns, last, neighbour });
}
