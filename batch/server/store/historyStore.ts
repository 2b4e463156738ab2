import type { Case } from '../api/shapes.js';
import { keptScoresSchema } from '../../engine/intake/keptScores.js';
import { rounded } from '../../engine/report/risks.js';
import type { PastAssessment } from '../../engine/run/history.js';
import { replacing } from './dialects.js';
import { runMany } from './many.js';
import type { SqlValue, Store } from './store.js';
import { figures } from './storedRows.js';

/**
 * Writes the history of the cases of a sheet anew, as `readHistory` returns it. A case that was assessed
 * once needs none: its row has that assessment. In a transaction, for many.
 */
export function writeHistory({ db }: Store, sheet: string, past: Iterable<PastAssessment>): void {
  db.prepare('DELETE FROM past_assessment WHERE sheet = ?').run(sheet);
  runMany(db, replacing('past_assessment', 'sheet, row, round, assessment_id', columns), all());

  function* all(): Generator<SqlValue[]> {
    let first: PastAssessment | undefined;
    for (const one of past) {
      if (first !== undefined && first.row === one.row)
        yield* [...valuesOf(first), ...valuesOf(one)];
      first = one;
    }
  }

  function valuesOf(one: PastAssessment): SqlValue[][] {
    const { row, round, assessmentId, assessedAt, scores = {} } = one;
    if (row === undefined) return [];
    return [[sheet, row, round, assessmentId, assessedAt ?? null, JSON.stringify(scores)]];
  }
}

const columns = ['sheet', 'row', 'round', 'assessment_id', 'assessed_at', 'scores'];

/** The assessments of a row before those that its row in the table has, the first one first. */
export function pastAssessments({ db }: Store, sheet: string, row: number): Case['history'] {
  return db
    .prepare(
      `SELECT round, assessment_id, assessed_at, scores FROM past_assessment
       WHERE sheet = ? AND row = ? ORDER BY round`,
    )
    .all(sheet, row)
    .map((found) => {
      const scores = keptScoresSchema.parse(JSON.parse(found.scores as string));
      const at = found.assessed_at as string | null;
      return {
        round: found.round as number,
        assessmentId: found.assessment_id as string,
        ...(at === null ? {} : { assessedAt: at }),
        ...(scores.overallTrip === undefined ? {} : { overall: scores.overallTrip }),
        scores: figures(scores),
      };
    });
}

/** The same with what has changed from each to the next, between the scores as they are shown. */
export function withChanges(history: Case['history']): Case['history'] {
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
