import type { ResultColumns, ResultPlaces } from '../../sheet.js';
import type { OpenWorkbook } from '../openWorkbook.js';
import { planGrowth } from './growth.js';
import { listMergedRanges, readTail } from './patchTail.js';
import { toMergedCells, type OccupiedRange, placeColumns, type Placement } from './placement.js';
import { readTables } from '../tables.js';
import { RowSet } from '../rowSet.js';
import { formatNeighbour } from '../../words.js';

export async function placeResults(
  book: OpenWorkbook,
  target: ResultColumns,
  rows: readonly number[],
): Promise<ResultPlaces> {
  const resultRows = new RowSet();
  for (const row of rows) resultRows.add(row);
  const { columns, rightOf } = await createPlacement(book, target, resultRows);
  const places = columns.toSorted((a, b) => a.index - b.index).map(({ column }) => column);
  const { tail, tables } = await readSurroundings(book, target.sheet);
  const { first, last } = resultRows;
  const { notes } = planGrowth(
    { ours: columns.map(({ column }) => column), keyColumns: target.keyColumns },
    { header: target.headerRow, first, last },
    tables,
    tail.filterRef,
  );
  return {
    columns: places,
    ...(rightOf === undefined
      ? {}
      : { rightOf: { column: rightOf.column, what: formatNeighbour(rightOf.what) } }),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

async function readSurroundings(book: OpenWorkbook, sheet: string) {
  const used = await book.readUsedCells(sheet);
  const tables = await readTables(book.parts, book.findWorksheet(sheet).part);
  return { used, tables, tail: readTail(used.tail) };
}

export async function createPlacement(
  book: OpenWorkbook,
  { sheet, headerRow, lastHeading, columns }: ResultColumns,
  resultRows: RowSet,
): Promise<Placement> {
  const { used, tables, tail } = await readSurroundings(book, sheet);
  const occupied = function* (): Generator<OccupiedRange> {
    for (const { name, range } of tables) {
      if (range) yield { range, what: { kind: 'table', name } };
    }
    for (const range of listMergedRanges(tail)) yield toMergedCells(range);
  };
  return placeColumns(columns, {
    used,
    occupied: occupied(),
    headerRow,
    lastHeading,
    resultRows,
  });
}
