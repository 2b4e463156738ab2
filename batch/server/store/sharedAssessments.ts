import type { Store } from './store.js';

/** A row of a sheet that shows an assessment. */
export interface SharingRow {
  readonly sheet: string;
  readonly number: number;
}

/** The rows of other sheets that are the same row, and show the same assessment. */
export function rowsSharing(
  { db }: Store,
  { sheet, key, assessmentId }: { sheet: string; key: string; assessmentId: string },
): SharingRow[] {
  return db
    .prepare(
      `SELECT row.sheet, number
       FROM row JOIN sheet ON sheet.id = row.sheet
       WHERE assessment_id = ? AND key = ? AND row.sheet <> ? AND deleted_at IS NULL`,
    )
    .all(assessmentId, key, sheet)
    .map((found) => ({
      sheet: found.sheet as string,
      number: found.number as number,
    }));
}
