import { keep, type ResultSheet } from '../../sheet.js';
import { cellName } from '../address.js';
import { type CellContext, createEmptyContent, readContent } from '../worksheet/cellValues.js';
import { RowScanner } from '../worksheet/rowScanner.js';
import type { SheetPiece } from '../worksheet/splitSheet.js';
import { toStoredValue } from './cellXml.js';
import { CurrentCellReader } from './currentCells.js';
import type { PlacedColumn } from './placement.js';

export async function findReplacedFormulas(
  pieces: AsyncIterable<SheetPiece>,
  columns: readonly PlacedColumn[],
  { headerRow, results }: Pick<ResultSheet, 'headerRow' | 'results'>,
  context: CellContext,
  fileName: string,
): Promise<ReadonlySet<string>> {
  const replaced = new Set<string>();
  const byColumn = new Map(columns.map((column) => [column.column, column]));
  const current = new CurrentCellReader(columns, context);
  const content = createEmptyContent();
  let scanner = new RowScanner('', fileName);
  for await (const piece of pieces) {
    if (piece.kind === 'head') scanner = new RowScanner(piece.prefix, fileName);
    if (piece.kind !== 'rows') continue;
    scanner.load(piece.text);
    while (scanner.next()) {
      if (scanner.number <= headerRow) continue;
      const values = results(scanner.number, current.read(scanner));
      for (let index = 0; values && index < scanner.count; index++) {
        const column = byColumn.get(scanner.columns[index] ?? 0);
        if (!column || !readContent(scanner, index, content).hasFormula) continue;
        const value = values[column.index];
        if (value === keep) continue;
        const stored = toStoredValue(value, column, context.date1904);
        // A link is a formula, too, so its cell stays in the calculation chain.
        if (stored?.kind !== 'link') replaced.add(cellName(column.column, scanner.number));
      }
    }
  }
  return replaced;
}
