import type { DetailedRow } from '../contract/shapes.js';
import { keptScoresSchema } from '../../engine/intake/keptScores.js';
import { rounded } from '../../engine/report/risks.js';
import type { PastAssessment } from '../../engine/run/history.js';
import { insertMany } from '../db/manyRows.js';
import type { PastAssessmentTable } from '../db/schema.js';
import type { Store } from '../db/store.js';
import { pickNumericScores } from './rowPages.js';

/**
 * Replaces the history of the rows of a sheet. `past` is the result of `readHistory`, in its order. A row that was
 * assessed only once has no history, because it has the assessment itself. Call it in a transaction.
 */
export async function writeHistory(
  store: Store,
  sheet: string,
  past: Iterable<PastAssessment>,
): Promise<void> {
  await store.db.deleteFrom('past_assessment').where('sheet', '=', sheet).execute();
  const key = ['sheet', 'row', 'round', 'assessment_id'] as const;
  await insertMany(store, 'past_assessment', repeated(), key);

  function* repeated(): Generator<PastAssessmentTable> {
    let before: { readonly one: PastAssessment; readonly isWritten: boolean } | undefined;
    for (const one of past) {
      const isWritten = one.row !== undefined && one.row === before?.one.row;
      if (isWritten) {
        if (before !== undefined && !before.isWritten) yield line(one.row, before.one);
        yield line(one.row, one);
      }
      before = { one, isWritten };
    }
  }

  function line(row: number, one: PastAssessment): PastAssessmentTable {
    const { round, assessmentId, assessedAt, scores = {} } = one;
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

/** Returns earlier assessments of a row, the oldest first. */
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

/** Adds the change from each assessment to the next, between the rounded scores. */
export function addChanges(history: DetailedRow['history']): DetailedRow['history'] {
  let before: number | undefined;
  return history.map((one) => {
    const { overall } = one;
    const change =
      overall === undefined || before === undefined
        ? {}
        : { change: rounded(rounded(overall) - rounded(before)) + 0 };
    before = overall;
    return { ...one, ...change };
  });
}
