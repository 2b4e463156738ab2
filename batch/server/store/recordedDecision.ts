import { wordsOf } from './dialects.js';
import { getMany } from './many.js';
import type { Store } from './store.js';

/** The decision that the service has recorded last for each of these assessments, where there is one. */
export function latestRecorded(
  store: Store,
  assessments: readonly string[],
): ReadonlyMap<string, string> {
  const found = getMany(
    store.db,
    `SELECT status FROM decision WHERE assessment_id = ? AND state = 'recorded'
     ORDER BY ${wordsOf(store).added} DESC LIMIT 1`,
    assessments.map((id) => [id]),
  );
  const latest = new Map<string, string>();
  for (const [index, id] of assessments.entries()) {
    const status = found[index]?.status;
    if (typeof status === 'string') latest.set(id, status);
  }
  return latest;
}
