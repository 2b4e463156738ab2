import type { PreviousResults, IntakeRow } from '../intake/intakeRow.js';
import type { RowStatus } from '../sheetCommand.js';
import type { Reason, SheetReason } from '../journal/facts.js';

/**
 * Returns true if the row was sent and its ID is missing. A duplicate does not count, because it
 * may show the assessment of another row.
 */
export function hasLostId(previous: PreviousResults): boolean {
  const { id, status, reference } = previous;
  if (id !== '') return false;
  if (sentStatuses.has(status)) return true;
  // Only a row that was sent has a reference.
  if (reference !== undefined && status === '') return true;
  return possiblySentStatuses.has(status) && showsAssessment(previous);
}

/** Returns true for cells that a run writes only beside an ID. */
export function showsAssessment(previous: PreviousResults): boolean {
  const { scored, isLinked } = previous;
  return scored || isLinked === true || namesAssessment(previous);
}

function namesAssessment({ reference }: PreviousResults): boolean {
  return reference === 'assessment';
}

const sentStatuses: ReadonlySet<string> = new Set<RowStatus>(['Scored', 'Pending']);
/** The statuses that a row may have whether it has an assessment or not. */
const possiblySentStatuses: ReadonlySet<string> = new Set<RowStatus>(['Invalid', 'Rejected']);

/** Returns true if a person has typed the ID, because it is beside an unanswered request. */
export function isIdTyped(previous: PreviousResults | undefined): boolean {
  const { assessment, hasPreviousId = false } = previous?.shown ?? {};
  return previous?.id !== '' && assessment === 'none' && !hasPreviousId;
}

export function hasStatus(previous: PreviousResults | undefined, status: RowStatus): boolean {
  return previous?.status === status;
}

/** Returns true if the row still shows its last assessment, and a later request has no answer. */
export function hasUnansweredReassessment(previous: PreviousResults | undefined): boolean {
  return previous?.shown?.assessment === 'own' && hasStatus(previous, 'Unconfirmed');
}

export function showsNothing(previous: PreviousResults | undefined): boolean {
  if (previous === undefined) return true;
  return previous.id === '' && previous.noId === undefined && !hasResults(previous);
}

/** Returns true if a run has filled the cells: a person who types an ID leaves them empty. */
export function hasResults(previous: PreviousResults | undefined): boolean {
  if (previous === undefined) return false;
  const { status, scored, isLinked } = previous;
  return scored || isLinked === true || statusesBesideIds.has(status);
}

export function showsOnlyStatus(previous: PreviousResults | undefined): boolean {
  if (hasStatus(previous, 'Unconfirmed')) return true;
  return previous !== undefined && sentStatuses.has(previous.status) && !showsAssessment(previous);
}

const statusesBesideIds: ReadonlySet<string> = new Set<RowStatus>(['Scored', 'Pending', 'Invited']);

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

export function isSheetReason(reason: Reason | undefined): reason is SheetReason {
  return reason?.code === 'onlyInSheet' || isIdMissing(reason);
}

export function isIdMissing(reason: Reason | undefined): boolean {
  return reason?.code === 'idMissing';
}
