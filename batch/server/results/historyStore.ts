import type { DetailedRow } from '../contract/shapes.js';
import { keptScoresSchema } from '../../engine/intake/keptScores.js';
import type { PastAssessment } from '../../engine/run/history.js';
import { insertMany } from '../db/manyRows.js';
import type { PastAssessmentTable } from '../db/schema.js';
import type { Store } from '../db/store.js';
import { pickNumericScores } from './rowPages.js';
import { computeChange } from './rowStore.js';

/** `past` has the order of `readHistory`. Leaves out rows that were assessed once. Call this in a transaction. */
export async function writeHistory(
  store: Store,
  sheet: string,
  past: Iterable<PastAssessment>,
): Promise<void> {
  await store.db.deleteFrom('past_assessment').where('sheet', '=', sheet).execute();
  const key = ['sheet', 'row', 'round', 'assessment_id'] as const;
  await insertMany(store, 'past_assessment', generateTableRows(), key);

  function* generateTableRows(): Generator<PastAssessmentTable> {
    let previous: { readonly assessment: PastAssessment; readonly isWritten: boolean } | undefined;
    for (const assessment of past) {
      const { row } = assessment;
      const isWritten = row !== undefined && row === previous?.assessment.row;
      if (isWritten) {
        if (previous !== undefined && !previous.isWritten)
          yield toTableRow(row, previous.assessment);
        yield toTableRow(row, assessment);
      }
      previous = { assessment, isWritten };
    }
  }

  function toTableRow(row: number, assessment: PastAssessment): PastAssessmentTable {
    const { round, assessmentId, assessedAt, scores = {} } = assessment;
    return {
      sheet,
      row,
      round,
      assessment_id: assessmentId,
      assessed_at: assessedAt ?? null,
      scores: JSON.stringify(scores),
    };
  }
}

/** Lists the oldest first. Returns nothing for a row that was assessed only once. */
export async function listPastAssessments(
  { db }: Store,
  sheet: string,
  row: number,
): Promise<DetailedRow['history']> {
  const found = await db
    .selectFrom('past_assessment')
    .selectAll()
    .where('sheet', '=', sheet)
    .where('row', '=', row)
    .orderBy('round')
    .execute();
  return found.map(({ round, assessment_id: assessmentId, assessed_at: at, scores: stored }) => {
    const scores = keptScoresSchema.parse(JSON.parse(stored));
    return {
      round,
      assessmentId,
      ...(at === null ? {} : { assessedAt: at }),
      ...(scores.overallTrip === undefined ? {} : { overall: scores.overallTrip }),
      scores: pickNumericScores(scores),
    };
  });
}

export function addChanges(history: DetailedRow['history']): DetailedRow['history'] {
  let previousOverall: number | undefined;
  return history.map((assessment) => {
    const { overall } = assessment;
    const change = computeChange({ scores: { overallTrip: overall }, previousOverall });
    previousOverall = overall;
    return { ...assessment, ...(change === undefined ? {} : { change }) };
  });
}
