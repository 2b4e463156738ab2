import type { KeptScores } from '../../batch/engine/intake/keptScores.js';
import {
  getFollowedAssessment,
  toFoundKey,
  findRequestHash,
} from '../../batch/engine/intake/rowKey.js';
import type { RowFact } from '../../batch/engine/journal/facts.js';
import { toResultFacts } from '../../batch/engine/rows/rowResults.js';
import type { SavedAssessments } from './savedAssessments.js';

/** The progress of adding saved assessments to a journal. */
export interface RecallState {
  readonly saved: SavedAssessments;
  /** The IDs whose facts were returned. */
  readonly recalled: Set<string>;
  /** Returns true if the row already has an assessment. */
  readonly isTaken: (row: string) => boolean;
  /** The time of the facts, in ISO 8601. */
  readonly at: string;
}

interface RecallOptions {
  /** The scores that the row shows. */
  readonly shown?: KeptScores | undefined;
  /** True for an assessment that was followed by a reassessment. */
  readonly isEarlier?: boolean;
}

/**
 * Creates the facts about a saved assessment, after those about the assessments before it. The
 * scores in its row count if their overall risk is the saved one; otherwise the run retrieves scores.
 */
export function* createSavedFacts(
  state: RecallState,
  id: string,
  { shown, isEarlier = false }: RecallOptions,
): Generator<RowFact> {
  const { saved, recalled, isTaken, at } = state;
  const assessment = saved.get(id);
  if (assessment === undefined || recalled.has(id)) return;
  recalled.add(id);
  const { employee, overallTrip, redirectUrl } = assessment;
  const before = getFollowedAssessment(assessment.row);
  if (before !== undefined && saved.get(before) === undefined) {
    yield* toResultFacts(toFoundKey(before), { assessmentId: before, at }, { request: '' });
    recalled.add(before);
  } else if (before !== undefined) yield* createSavedFacts(state, before, { isEarlier: true });
  // Two assessments may have the same inputs.
  const isSecond = isTaken(assessment.row);
  const row = isSecond ? toFoundKey(id) : assessment.row;
  const request = assessment.request ?? (isSecond ? findRequestHash(assessment.row) : undefined);
  const requestField = request === undefined ? {} : { request };
  const employeeField = employee === undefined ? {} : { employee };
  yield { fact: 'intent', row, ...requestField, ...employeeField, attempt: 1, at };
  const linkField = redirectUrl === undefined ? {} : { redirectUrl };
  yield { fact: 'created', row, assessmentId: id, ...linkField, ...requestField, by: 'answer', at };
  const scores = isEarlier ? { overallTrip } : shown;
  if (overallTrip !== undefined && scores?.overallTrip === overallTrip) {
    yield { fact: 'scored', row, scores: { ...scores, overallTrip }, at };
  }
}
