import type { PreviousResults } from '../../batch/engine/intake/intakeRow.js';
import { followedBy, foundKey, requestOfKey } from '../../batch/engine/intake/rowKey.js';
import type { RowFact } from '../../batch/engine/journal/facts.js';
import { resultFacts } from '../../batch/engine/rows/resultFacts.js';
import type { SavedAssessments } from './savedAssessments.js';

/** The state while a journal is recalled. */
export interface Recalling {
  readonly saved: SavedAssessments;
  /** The IDs of which facts were given. */
  readonly recalled: Set<string>;
  /** True for the key of a row that has an assessment already. */
  readonly isTaken: (row: string) => boolean;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * Returns the saved facts about an assessment that was not recalled yet. Those before it come first, since
 * its history begins with them. `shown` are its results in the workbook.
 */
export function* savedFacts(
  recalling: Recalling,
  id: string,
  shown?: PreviousResults,
  isBefore = false,
): Generator<RowFact> {
  const { saved, recalled, isTaken, at } = recalling;
  const known = saved.of(id);
  if (known === undefined || recalled.has(id)) return;
  recalled.add(id);
  const { employee, overallTrip } = known;
  const before = followedBy(known.row);
  if (before !== undefined && saved.of(before) === undefined) {
    yield* resultFacts(foundKey(before), { assessmentId: before, at }, '');
    recalled.add(before);
  } else if (before !== undefined) yield* savedFacts(recalling, before, undefined, true);
  // Two may have been made for the same inputs.
  const isSecond = isTaken(known.row);
  const row = isSecond ? foundKey(id) : known.row;
  const request = known.request ?? (isSecond ? requestOfKey(known.row) : undefined);
  const made = request === undefined ? {} : { request };
  const whose = employee === undefined ? {} : { employee };
  yield { fact: 'intent', row, ...made, ...whose, attempt: 1, at };
  const { scores, assessedAt, redirectUrl: shownLink = '' } = shown ?? {};
  // Empty where the cell has a text only.
  const redirectUrl = shownLink === '' ? known.redirectUrl : shownLink;
  const link = redirectUrl === undefined ? {} : { redirectUrl };
  yield { fact: 'created', row, assessmentId: id, ...link, ...made, by: 'answer', at };
  const overall = isBefore && overallTrip !== undefined ? { overallTrip } : undefined;
  const said = scores ?? overall;
  if (said !== undefined) yield { fact: 'scored', row, scores: said, at: assessedAt ?? at };
}
