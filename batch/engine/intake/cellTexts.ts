import type { SheetFile } from '../../../sheets/sheet.js';
import { columnName } from '../../../sheets/xlsx/address.js';
import type { Intake } from './readSheet.js';
import { shownCell } from './shownCell.js';

/** What the cell of an input shows, as `Correction.value` has it, and its letters. */
export interface CellText {
  readonly column: string;
  readonly value: string;
}

/**
 * The cells of one input in each of these rows, which are given by their numbers: an intake keeps what is
 * sent, and not what the cells show. Inputs without a column are left out.
 */
export async function cellTexts(
  file: Pick<SheetFile, 'rows'>,
  { sheet, columns }: Pick<Intake, 'sheet' | 'columns'>,
  fieldOf: ReadonlyMap<number, string>,
): Promise<Map<number, CellText>> {
  const found = new Map<number, CellText>();
  if (fieldOf.size === 0) return found;
  const last = Math.max(...fieldOf.keys());
  for await (const batch of file.rows(sheet)) {
    for (const { number, cells } of batch) {
      const column = columns.fields.get(fieldOf.get(number) ?? '');
      if (column === undefined) continue;
      found.set(number, { column: columnName(column), value: shownCell(cells[column]) });
    }
    if ((batch.at(-1)?.number ?? 0) >= last) break;
  }
  return found;
}
