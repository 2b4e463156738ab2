import type { PreviousResults, IntakeRow } from '../intake/intakeRow.js';
import type { RowStatus } from '../sheetCommand.js';
import type { Reason, SheetReason } from '../journal/facts.js';

/**
 * Returns true for a row that was sent according to its cells, but whose ID was deleted since. An
 * invalid or rejected row was sent if it shows an assessment. A duplicate does not count, because
 * it may show the assessment of another row.
 */
export function hasLostId(previous: PreviousResults): boolean {
  const { id, status, reference } = previous;
  if (id !== '') return false;
  if (sentStatuses.has(status)) return true;
  // Only a row that was sent has a reference.
  if (reference !== undefined && status === '') return true;
  return possiblySentStatuses.has(status) && showsAssessment(previous);
}

/**
 * Returns true for a row with cells that a run writes only beside an ID: scores, a link or a
 * reference to the assessment.
 */
export function showsAssessment(previous: PreviousResults): boolean {
  const { scored, isLinked } = previous;
  return scored || isLinked === true || namesAssessment(previous);
}

function namesAssessment({ reference }: PreviousResults): boolean {
  return reference === 'assessment';
}

/** The statuses that only rows with an assessment have. */
const sentStatuses: ReadonlySet<string> = new Set<RowStatus>(['Scored', 'Pending']);
/** The statuses that a row may have whether it has an assessment or not. */
const possiblySentStatuses: ReadonlySet<string> = new Set<RowStatus>(['Invalid', 'Rejected']);

/**
 * Returns true for a row with an Assessment ID that a person typed beside an unanswered request.
 */
export function isIdTyped(previous: PreviousResults | undefined): boolean {
  const { assessment, hasPreviousId = false } = previous?.shown ?? {};
  return previous?.id !== '' && assessment === 'none' && !hasPreviousId;
}

export function hasStatus(previous: PreviousResults | undefined, status: RowStatus): boolean {
  return previous?.status === status;
}

/**
 * Returns true for an Unconfirmed row that still shows its last assessment. A later request for the
 * row, with other inputs, has no answer.
 */
export function hasUnansweredReassessment(previous: PreviousResults | undefined): boolean {
  return previous?.shown?.assessment === 'own' && hasStatus(previous, 'Unconfirmed');
}

/** Returns true for a row that shows no assessment: no ID, no text in its place, and no results. */
export function showsNothing(previous: PreviousResults | undefined): boolean {
  if (previous === undefined) return true;
  return previous.id === '' && previous.noId === undefined && !hasResults(previous);
}

/**
 * Returns true for a row with cells that a run writes beside an ID. A person who types an ID leaves
 * these cells empty.
 */
export function hasResults(previous: PreviousResults | undefined): boolean {
  if (previous === undefined) return false;
  const { status, scored, isLinked } = previous;
  return scored || isLinked === true || statusesBesideIds.has(status);
}

/**
 * Returns true for a row whose status alone shows that it was sent, or that its last request has no
 * answer.
 */
export function showsOnlyStatus(previous: PreviousResults | undefined): boolean {
  if (hasStatus(previous, 'Unconfirmed')) return true;
  return previous !== undefined && sentStatuses.has(previous.status) && !showsAssessment(previous);
}

const statusesBesideIds: ReadonlySet<string> = new Set<RowStatus>(['Scored', 'Pending', 'Invited']);

/** Returns why a row that is not in the journal is unconfirmed. */
export function findReasonInSheet({
  previous,
  isSentElsewhere,
}: Pick<IntakeRow, 'previous' | 'isSentElsewhere'>): Reason {
  if (isSentElsewhere === true) return { code: 'sentElsewhere', isDone: false };
  const hadId = previous?.id === '' && namesAssessment(previous);
  // The row showed its assessment, and a later request without an answer made it Unconfirmed.
  const wasReassessed = hadId && hasStatus(previous, 'Unconfirmed');
  if (previous === undefined || (!wasReassessed && !hasLostId(previous)))
    return { code: 'onlyInSheet' };
  return { code: 'idMissing', status: previous.status };
}

/** Returns true for the reason of a row that only the sheet shows as sent. */
export function isSheetReason(reason: Reason | undefined): reason is SheetReason {
  return reason?.code === 'onlyInSheet' || isIdMissing(reason);
}

export function isIdMissing(reason: Reason | undefined): boolean {
  return reason?.code === 'idMissing';
}
