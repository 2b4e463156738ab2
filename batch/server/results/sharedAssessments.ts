import type { Store } from '../db/store.js';

/** A row of a sheet that shows an assessment. */
export interface SharingRow {
  readonly sheet: string;
  readonly number: number;
}

/** Returns the rows of other sheets that have the same key and show the same assessment. */
export function rowsSharing(
  { db }: Store,
  { sheet, key, assessmentId }: { sheet: string; key: string; assessmentId: string },
): Promise<SharingRow[]> {
  return db
    .selectFrom('row')
    .innerJoin('sheet', 'sheet.id', 'row.sheet')
    .select(['row.sheet', 'row.number'])
    .where('row.assessment_id', '=', assessmentId)
    .where('row.key', '=', key)
    .where('row.sheet', '<>', sheet)
    .where('sheet.deleted_at', 'is', null)
    .execute();
}
