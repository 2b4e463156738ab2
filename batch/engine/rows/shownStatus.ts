import { parseReference } from '../identity/reference.js';
import type { PreviousResults } from '../intake/intakeRow.js';
import type { RowStatus } from '../intake/statusWords.js';

/**
 * True for a row that was sent according to its cells, but whose ID was deleted since. A blocked or
 * rejected row may show earlier scores or an earlier report link; a duplicate may show those of
 * another row.
 */
export function hasLostId(previous: PreviousResults): boolean {
  const { id, status, reference } = previous;
  if (id !== '') return false;
  if (wasSent.has(status)) return true;
  // Only a row that was sent has a reference.
  if (reference !== undefined && status === '') return true;
  return mayHaveBeenSent.has(status) && showsAssessment(previous);
}

/** True for a row with what a run writes beside an ID only: scores, a link or a reference to the assessment. */
export function showsAssessment(previous: PreviousResults): boolean {
  const { scored, isLinked } = previous;
  return scored || isLinked === true || namesAssessment(previous);
}

/** True for a row whose reference names an assessment, not a request without an answer. */
export function namesAssessment({ reference = '' }: PreviousResults): boolean {
  return parseReference(reference)?.assessment !== undefined;
}

const wasSent: ReadonlySet<string> = new Set<RowStatus>(['Scored', 'Pending']);
const mayHaveBeenSent: ReadonlySet<string> = new Set<RowStatus>(['Invalid', 'Rejected']);

/** True for a row whose status cell contains this status. */
export function hasStatus(previous: PreviousResults | undefined, status: RowStatus): boolean {
  return previous?.status === status;
}

/** True for a row of which the sheet says nothing but that it was not sent. */
export function isPristine(previous: PreviousResults | undefined): boolean {
  return showsNothing(previous) && unsent.has(previous?.status ?? '');
}

/** True for a row that shows no assessment: no ID, no text in its place, and nothing of its results. */
export function showsNothing(previous: PreviousResults | undefined): boolean {
  if (previous === undefined) return true;
  return previous.id === '' && previous.noId === undefined && !hasResults(previous);
}

const unsent: ReadonlySet<string> = new Set<RowStatus | ''>(['', 'Duplicate', 'Not sent']);

/** True for a row with cells that a run writes beside an ID; a person who types an ID leaves them empty. */
export function hasResults(previous: PreviousResults | undefined): boolean {
  if (previous === undefined) return false;
  const { status, scored, isLinked } = previous;
  return scored || isLinked === true || besideIds.has(status);
}

const besideIds: ReadonlySet<string> = new Set<RowStatus>(['Scored', 'Pending', 'Invited']);
