import type { SheetFile } from '../../../sheets/sheet.js';
import { columnName } from '../../../sheets/xlsx/address.js';
import type { Intake } from './readSheet.js';
import { shownCell } from './shownCell.js';

/**
 * The displayed text of an input's cell, in the form of `Correction.value`, and the letters of its
 * column.
 */
export interface CellText {
  readonly column: string;
  readonly value: string;
}

/**
 * Reads the displayed text of one input in each of these rows, by row number. An `Intake` keeps
 * only the values to send. Skips inputs without a column.
 */
export async function readCellTexts(
  file: Pick<SheetFile, 'rows'>,
  { sheet, columns }: Pick<Intake, 'sheet' | 'columns'>,
  fields: ReadonlyMap<number, string>,
): Promise<Map<number, CellText>> {
  const found = new Map<number, CellText>();
  if (fields.size === 0) return found;
  const last = Math.max(...fields.keys());
  for await (const batch of file.rows(sheet)) {
    for (const { number, cells } of batch) {
      const column = columns.fields.get(fields.get(number) ?? '');
      if (column === undefined) continue;
      found.set(number, { column: columnName(column), value: shownCell(cells[column]) });
    }
    if ((batch.at(-1)?.number ?? 0) >= last) break;
  }
  return found;
}
