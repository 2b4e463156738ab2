import type { Correction, CorrectedSheet, Problem, Sheet } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { plural } from '../app/words.js';
import { getApiPath } from './sheetPaths.js';

/** A new value for one input. */
export type Replacement = Pick<Correction, 'field' | 'value' | 'to'>;

/** Corrects a value in one row, and announces it. */
export function correctRow(sheet: Sheet, row: number, replacement: Replacement): Promise<Sheet> {
  return correct(sheet, { ...replacement, row }, `row ${row}.`);
}

/** Corrects the value of a problem in all rows with it, except those that were sent, and announces it. */
export function correctAll(
  sheet: Sheet,
  { field, value, rowsAlike, assessedAlike }: Problem,
  to: string,
): Promise<Sheet> {
  const where = `${plural(rowsAlike, 'row')}. ${describeUnchangedRows(assessedAlike)}`;
  return correct(sheet, { field, value, to, row: null }, where);
}

/** Ignores rows, and announces it. Returns the sheet after that. */
export async function ignoreRows(sheet: Sheet, rows: readonly number[]): Promise<Sheet> {
  const next = await ask<Sheet>('POST', `${getApiPath(sheet)}/ignored-rows`, { rows });
  announce(rows.length === 1 ? `Row ${rows[0]} is ignored.` : `${rows.length} rows are ignored.`);
  return next;
}

/** Returns the text of a button: "Use for all 40 rows", without "all" if some rows were sent and stay as they are. */
export function labelForAll({
  rowsAlike,
  assessedAlike,
}: Pick<Problem, 'rowsAlike' | 'assessedAlike'>): string {
  const all = assessedAlike === 0 ? 'all ' : '';
  return `Use for ${all}${plural(rowsAlike, 'row')}`;
}

/** Returns a sentence about the rows that a correction of all rows does not change, because they were sent. */
export function describeUnchangedRows(assessed: number): string {
  if (assessed === 0) return '';
  const were = plural(assessed, 'row with this value was', 'rows with this value were');
  return `${were} sent and ${assessed === 1 ? 'stays as it is' : 'stay as they are'}.`;
}

async function correct(sheet: Sheet, correction: Correction, where: string): Promise<Sheet> {
  const path = `${getApiPath(sheet)}/corrections`;
  const next = await ask<CorrectedSheet>('POST', path, [correction]);
  announce(`Corrected: ${next.sentInstead[0] ?? correction.to} in ${where}`);
  return next;
}
