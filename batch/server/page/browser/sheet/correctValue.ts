import type { Correction, CorrectedSheet, Problem, Sheet } from '../../../contract/shapes.js';
import { announce } from '../app/announce.js';
import { ask } from '../app/api.js';
import { t } from '../language/language.js';
import { getApiPath, getCorrectionsPath } from './sheetPaths.js';

export type Replacement = Pick<Correction, 'field' | 'value' | 'to'>;

export function correctRow(sheet: Sheet, row: number, replacement: Replacement): Promise<Sheet> {
  return correct(sheet, { ...replacement, row }, (value) =>
    t(($) => $.rowProblems.corrected.row, { value, row }),
  );
}

/** Changes all rows with the value except those that were sent or have a result. */
export function correctAll(
  sheet: Sheet,
  { field, value, rowsAlike, assessedAlike }: Problem,
  to: string,
): Promise<Sheet> {
  return correct(sheet, { field, value, to, row: null }, (sent) =>
    joinSentences(
      t(($) => $.rowProblems.corrected.rows, { value: sent, count: rowsAlike }),
      describeUnchangedRows(assessedAlike),
    ),
  );
}

export async function ignoreRows(sheet: Sheet, rows: readonly number[]): Promise<Sheet> {
  const next = await ask<Sheet>('POST', `${getApiPath(sheet)}/ignored-rows`, { rows });
  const [row = 0] = rows;
  announce(
    rows.length === 1
      ? t(($) => $.rowProblems.ignored.row, { row })
      : t(($) => $.rowProblems.ignored.rows, { count: rows.length }),
  );
  return next;
}

/** "Use for all 40 rows", or "Use for 40 rows" if more rows have the value and will not change. */
export function labelForAll({
  rowsAlike,
  assessedAlike,
}: Pick<Problem, 'rowsAlike' | 'assessedAlike'>): string {
  return t(($) => (assessedAlike === 0 ? $.rowProblems.useForAll : $.rowProblems.useFor), {
    count: rowsAlike,
  });
}

export function describeUnchangedRows(assessed: number): string {
  return assessed === 0 ? '' : t(($) => $.rowProblems.unchanged, { count: assessed });
}

export function joinSentences(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

async function correct(
  sheet: Sheet,
  correction: Correction,
  describe: (sent: string) => string,
): Promise<Sheet> {
  const path = getCorrectionsPath(sheet, sheet.worksheet ?? '');
  const next = await ask<CorrectedSheet>('POST', path, [correction]);
  announce(describe(next.sentInstead[0] ?? correction.to));
  return next;
}
