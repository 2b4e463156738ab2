import path from 'node:path';
import { SheetError, type ResultPlaces, type ResultTarget } from '../../sheet.js';
import type { OpenWorkbook } from '../openWorkbook.js';
import { growthOver } from './growth.js';
import { mergedRanges, readTail } from './patchTail.js';
import { mergedCells, type Occupied, placeColumns, type Placement } from './placement.js';
import { readTables } from '../tables.js';
import { RowSet } from './rowSet.js';

/**
 * Finds out where results will stand, and writes nothing.
 *
 * @throws {SheetError} when there is no room for them, or the output is another kind of workbook.
 */
export async function placeResults(
  book: OpenWorkbook,
  target: ResultTarget,
  rows: readonly number[],
): Promise<ResultPlaces> {
  const resultRows = new RowSet();
  for (const row of rows) resultRows.add(row);
  const { columns, rightOf } = await placementIn(book, target, resultRows);
  const places = columns.toSorted((a, b) => a.index - b.index).map(({ column }) => column);
  const { tail, tables } = await surroundings(book, target.sheet);
  const { first, last } = resultRows;
  const { notes } = growthOver(
    columns.map(({ column }) => column),
    { header: target.headerRow, first, last },
    tables,
    tail.filterRef,
  );
  return {
    columns: places,
    ...(rightOf === undefined ? {} : { rightOf }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

async function surroundings(book: OpenWorkbook, sheet: string) {
  const used = await book.usedCells(sheet);
  const tables = await readTables(book.parts, book.worksheet(sheet).part);
  return { used, tables, tail: readTail(used.tail) };
}

/** The placement of our columns in a sheet as it is. */
export async function placementIn(
  book: OpenWorkbook,
  { sheet, headerRow, columns, output }: ResultTarget,
  resultRows: RowSet,
): Promise<Placement> {
  refuseOtherExtension(book.path, output);
  const { used, tables, tail } = await surroundings(book, sheet);
  const occupied = function* (): Generator<Occupied> {
    for (const { name, range } of tables) {
      if (range) yield { range, what: `the table “${name}”` };
    }
    for (const range of mergedRanges(tail)) yield mergedCells(range);
  };
  return placeColumns(columns, { used, occupied: occupied(), headerRow, resultRows });
}

/** Excel opens a workbook with macros only under `.xlsm`, and one without only under `.xlsx`. */
function refuseOtherExtension(source: string, output: string): void {
  const wanted = path.extname(source).toLowerCase();
  if (path.extname(output).toLowerCase() === wanted) return;
  throw new SheetError(
    `The results of ${path.basename(source)} cannot be written as ${path.basename(output)}: ` +
      `choose a name that ends in ${wanted}.`,
  );
}
