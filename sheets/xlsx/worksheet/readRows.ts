import type { Cell, ColumnSpan, SheetRow } from '../../sheet.js';
import type { Range } from '../address.js';
import { readCell, type CellContext } from './cellValues.js';
import { RowScanner } from './rowScanner.js';
import type { SheetPiece } from './splitSheet.js';
import type { UsedCells } from './usedCells.js';

/** A batch ends after this many cells, so that it stays small even if rows reach to column XFD. */
const MAX_BATCH_CELLS = 50_000;

/** Skips rows without a value, but adds them to `used`. */
export async function* readRows(
  pieces: AsyncIterable<SheetPiece>,
  context: CellContext,
  fileName: string,
  { used, totals = [] }: { readonly used: UsedCells; readonly totals?: readonly Range[] },
): AsyncGenerator<readonly SheetRow[]> {
  let scanner: RowScanner | undefined;
  for await (const piece of pieces) {
    if (piece.kind === 'head') {
      scanner = new RowScanner(piece.prefix, fileName);
      used.head = piece.text;
    }
    if (piece.kind === 'tail') used.tail = piece.text;
    if (piece.kind !== 'rows' || !scanner) continue;
    scanner.load(piece.text);
    used.load(piece.text);
    let batch: SheetRow[] = [];
    let cellCount = 0;
    while (scanner.next()) {
      const cells = readCells(scanner, context);
      used.add(scanner);
      if (cells.length === 0) continue;
      const { number } = scanner;
      const spans = totals.length === 0 ? [] : findTotalsSpans(number, totals);
      batch.push({
        number,
        cells,
        ...(scanner.isHidden() ? { hidden: true } : {}),
        ...(spans.length === 0 ? {} : { totals: spans }),
      });
      cellCount += cells.length;
      if (cellCount < MAX_BATCH_CELLS) continue;
      yield batch;
      batch = [];
      cellCount = 0;
    }
    if (batch.length > 0) yield batch;
  }
}

function readCells(row: RowScanner, context: CellContext): (Cell | undefined)[] {
  row.scanCells();
  const cells: (Cell | undefined)[] = [];
  for (let index = 0; index < row.count; index++) {
    const value = readCell(row, index, context);
    if (value === undefined) continue;
    const column = row.columns[index] ?? 0;
    while (cells.length < column) cells.push(undefined);
    cells[column] = value;
  }
  return cells;
}

function findTotalsSpans(row: number, totals: readonly Range[]): ColumnSpan[] {
  return totals.flatMap(({ left, top, right, bottom }): ColumnSpan[] =>
    top <= row && row <= bottom ? [[left, right]] : [],
  );
}
