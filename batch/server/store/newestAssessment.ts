import type { NewestElsewhere } from '../../engine/run/runOptions.js';
import type { Store } from './store.js';

/**
 * Returns the newest assessment that the service created for a row on the page, or else one that an uploaded
 * file showed and a run has recorded; undefined if there is none. Rows of deleted sheets and files are left
 * out: if their assessment was removed from the service, nobody could open them to resolve it. An ID that a
 * person typed may be wrong.
 */
export function newestAssessment({ db }: Store): NewestElsewhere | undefined {
  const isKnown = "sheet.file IS NOT NULL AND row.choices NOT LIKE '%settle%'";
  const sent = `SELECT sent.assessment_id, row.number, sheet.name
    FROM sent_request AS sent
    JOIN sheet ON sheet.id = sent.owner
    JOIN row ON row.assessment_id = sent.assessment_id AND row.sheet = sent.owner
    WHERE row.status IN ('Pending', 'Scored') AND ${isKnown}
    ORDER BY sent.at DESC LIMIT 1`;
  // A run ends only if the service knows the results that the file showed.
  const shown = `SELECT row.assessment_id, row.number, sheet.name
    FROM sheet JOIN row ON row.sheet = sheet.id
    WHERE row.status = 'Scored' AND ${isKnown}
      AND EXISTS (SELECT 1 FROM run WHERE run.sheet = sheet.id AND run.state = 'ended')
    ORDER BY sheet.uploaded_at DESC, row.number LIMIT 1`;
  const found = db.prepare(sent).get() ?? db.prepare(shown).get();
  if (found === undefined) return undefined;
  return {
    assessmentId: found.assessment_id as string,
    sheet: found.name as string,
    row: found.number as number,
  };
}
