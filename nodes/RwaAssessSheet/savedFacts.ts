import type { KeptScores } from '../../batch/engine/intake/keptScores.js';
import { followedBy, foundKey, findRequestHash } from '../../batch/engine/intake/rowKey.js';
import type { RowFact } from '../../batch/engine/journal/facts.js';
import { resultFacts } from '../../batch/engine/rows/rowResults.js';
import type { SavedAssessments } from './savedAssessments.js';

/** The state while saved assessments are added to a journal. */
export interface Recalling {
  readonly saved: SavedAssessments;
  /** The IDs whose facts were returned. */
  readonly recalled: Set<string>;
  /** Returns true if the row already has an assessment. */
  readonly isTaken: (row: string) => boolean;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * Returns the facts about a saved assessment, after those about the assessments before it. The scores
 * that its row shows count if their overall risk is the saved one; otherwise they are retrieved.
 */
export function* savedFacts(
  recalling: Recalling,
  id: string,
  {
    shown,
    isBefore = false,
  }: { readonly shown?: KeptScores | undefined; readonly isBefore?: boolean },
): Generator<RowFact> {
  const { saved, recalled, isTaken, at } = recalling;
  const known = saved.get(id);
  if (known === undefined || recalled.has(id)) return;
  recalled.add(id);
  const { employee, overallTrip, redirectUrl } = known;
  const before = followedBy(known.row);
  if (before !== undefined && saved.get(before) === undefined) {
    yield* resultFacts(foundKey(before), { assessmentId: before, at }, { request: '' });
    recalled.add(before);
  } else if (before !== undefined) yield* savedFacts(recalling, before, { isBefore: true });
  // Two assessments may have the same inputs.
  const isSecond = isTaken(known.row);
  const row = isSecond ? foundKey(id) : known.row;
  const request = known.request ?? (isSecond ? findRequestHash(known.row) : undefined);
  const made = request === undefined ? {} : { request };
  const whose = employee === undefined ? {} : { employee };
  yield { fact: 'intent', row, ...made, ...whose, attempt: 1, at };
  const link = redirectUrl === undefined ? {} : { redirectUrl };
  yield { fact: 'created', row, assessmentId: id, ...link, ...made, by: 'answer', at };
  const scores = isBefore ? { overallTrip } : shown;
  if (overallTrip !== undefined && scores?.overallTrip === overallTrip) {
    yield { fact: 'scored', row, scores: { ...scores, overallTrip }, at };
  }
}
