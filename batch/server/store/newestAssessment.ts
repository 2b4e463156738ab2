import type { NewestElsewhere } from '../../engine/run/runStorage.js';
import type { Store } from './store.js';

/**
 * Returns the newest assessment that the service created for a row on the page; undefined if there is
 * none. Rows of deleted sheets and files are left out: if their assessment was removed from the
 * service, nobody could open them to say so. An ID that a person typed may be wrong.
 */
export function newestAssessment({ db }: Store): NewestElsewhere | undefined {
  const found = db
    .prepare(
      `SELECT sent.assessment_id, row.number, sheet.name
       FROM sent_request AS sent
       JOIN sheet ON sheet.id = sent.owner
       JOIN row ON row.assessment_id = sent.assessment_id AND row.sheet = sent.owner
       WHERE sheet.file IS NOT NULL AND row.status IN ('Pending', 'Scored')
         AND row.choices NOT LIKE '%settle%'
       ORDER BY sent.at DESC LIMIT 1`,
    )
    .get();
  if (found === undefined) return undefined;
  return {
    assessmentId: found.assessment_id as string,
    sheet: found.name as string,
    row: found.number as number,
  };
}
