import type { RunSheet } from './runSheet.js';
import type { SheetCells } from './sheetCells.js';

/** Every sheet of the simulation settled in fewer; the next run goes on if one does not. */
const mostPlans = 4;

/**
 * What to write into a sheet. The cells of a row help to tell which assessment is its own, so that what is
 * written can change what other rows should say. The rows are therefore planned again as they will read,
 * until nothing changes: `rwa status` then says the same as the sheet.
 */
export async function settledCells(sheet: RunSheet): Promise<SheetCells> {
  let cells = sheet.cells();
  if (!sheet.hasRelatedRows) return cells;
  for (let left = mostPlans; left > 0; left--) {
    const next = (await sheet.asWritten(cells)).cells();
    if (next.agreesWith(cells)) break;
    cells = next;
  }
  return cells;
}
