import { inBlocks } from '../db/many.js';
import type { Store } from '../db/store.js';
import type { DecisionStatus } from '../../../src/decisionStatus.js';

/** Returns the decision that the service has recorded last for each of these assessments that has one. */
export async function latestRecorded(
  { db }: Store,
  assessments: readonly string[],
): Promise<ReadonlyMap<string, DecisionStatus>> {
  const latest = new Map<string, DecisionStatus>();
  for (const block of inBlocks(assessments)) {
    const found = await db
      .selectFrom('decision')
      .select(['assessment_id', 'status'])
      .where('assessment_id', 'in', block)
      .where('state', '=', 'recorded')
      .orderBy('seq')
      .execute();
    for (const { assessment_id: id, status } of found) latest.set(id, status);
  }
  return latest;
}
