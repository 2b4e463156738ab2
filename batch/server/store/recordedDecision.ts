import type { Database } from './store.js';

/** Finds the decision that the service has recorded last for an assessment; null for none. */
export function latestRecorded(db: Database): (assessmentId: string) => string | null {
  const find =
    db.prepare(`SELECT status FROM decision WHERE assessment_id = ? AND state = 'recorded'
    ORDER BY rowid DESC LIMIT 1`);
  return (assessmentId) => (find.get(assessmentId)?.status as string | undefined) ?? null;
}
