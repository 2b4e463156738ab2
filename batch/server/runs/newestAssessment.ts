import { sql } from 'kysely';
import type { Store } from '../db/store.js';
import type { NewestOtherAssessment } from '../../engine/run/runOptions.js';

/**
 * Prefers an assessment that the service created for a row of this server. Leaves out rows of deleted sheets and files,
 * because nobody could open the row to settle it, and rows whose ID may be wrong.
 */
export async function findNewestAssessment({
  db,
}: Store): Promise<NewestOtherAssessment | undefined> {
  const known = db
    .selectFrom('row')
    .innerJoin('sheet', 'sheet.id', 'row.sheet')
    .select(['row.assessment_id', 'row.number', 'sheet.name'])
    .where('sheet.file', 'is not', null)
    .where('row.choices', 'not like', '%settle%');
  const sent = known
    .innerJoin('sent_request as sent', (join) =>
      join
        .onRef('sent.assessment_id', '=', 'row.assessment_id')
        .onRef('sent.owner', '=', 'row.sheet'),
    )
    .where('row.status', 'in', ['Pending', 'Scored'])
    .orderBy('sent.at', 'desc');
  // A run asks the service about an assessment first, so it usually fails for the file of another company.
  const shown = known
    .where('row.status', '=', 'Scored')
    .where('row.assessment_id', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('run')
          .select(sql.lit(1).as('one'))
          .whereRef('run.sheet', '=', 'sheet.id')
          .where('run.state', '=', 'ended'),
      ),
    )
    .orderBy('sheet.uploaded_at', 'desc')
    .orderBy('row.number');
  const found =
    (await sent.limit(1).executeTakeFirst()) ?? (await shown.limit(1).executeTakeFirst());
  if (found === undefined || found.assessment_id === null) return undefined;
  return { assessmentId: found.assessment_id, sheet: found.name, row: found.number };
}
