import { sql } from 'kysely';
import type { RowStatus } from '../../engine/sheetCommand.js';
import type { Store } from '../db/store.js';

/**
 * Call this before a change of how the sheet is read: a row with other inputs loses its assessment,
 * and then only its number proves that it was sent.
 */
export async function keepAssessments({ db }: Store, sheet: string): Promise<void> {
  const unconfirmed: RowStatus = 'Unconfirmed';
  await sql`
    INSERT INTO kept_assessment (sheet, worksheet, "row", assessment_id)
    SELECT sheet.id, sheet.worksheet, "row".number, COALESCE("row".assessment_id, '')
    FROM "row" JOIN sheet ON sheet.id = "row".sheet
    LEFT JOIN kept_assessment AS kept ON kept.sheet = sheet.id AND kept.worksheet = sheet.worksheet
      AND kept."row" = "row".number
    WHERE sheet.id = ${sheet} AND sheet.worksheet IS NOT NULL
      AND ("row".assessment_id IS NOT NULL OR "row".status = ${unconfirmed})
      AND (kept.assessment_id IS NULL OR kept.assessment_id <> COALESCE("row".assessment_id, ''))
    ON CONFLICT (sheet, worksheet, "row") DO UPDATE SET assessment_id = excluded.assessment_id`.execute(
    db,
  );
}

export async function listKeptAssessments(
  { db }: Store,
  sheet: string,
  worksheet: string,
): Promise<ReadonlyMap<number, string>> {
  const found = await db
    .selectFrom('kept_assessment')
    .select(['row', 'assessment_id'])
    .where('sheet', '=', sheet)
    .where('worksheet', '=', worksheet)
    .where('assessment_id', '<>', '')
    .execute();
  return new Map(found.map((kept) => [kept.row, kept.assessment_id]));
}
