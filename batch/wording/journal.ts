import type { JournalMessages } from '../engine/journal/journalMessages.js';
import type { RowState } from '../engine/journal/rowState.js';
import { formatRow } from './formatRow.js';

/** The words for each state of a row, which follow "The row is not unconfirmed". */
export const stateWords: Readonly<Record<RowState['state'], string>> = {
  Ready: ': the next run sends it',
  Sent: ': a run is sending it',
  Unconfirmed: '',
  Pending: ': its result is pending',
  Scored: ': it is scored',
  Done: ': it is done',
  Rejected: ': it was rejected',
  Forgotten: ': its person was forgotten',
};

/**
 * Returns the message for a person who reports too early that a request does not exist: the request
 * may still arrive. `correctClock` is the advice for a wrong clock.
 */
export function tooEarlyText(
  { waitSeconds, isInFuture }: JournalMessages['answerTooEarly'],
  correctClock: string,
): string {
  const clock = isInFuture
    ? ` ${correctClock}: it is before the time at which the request was sent.`
    : '';
  return `This request may still arrive at the service. Nothing was changed.${clock} Wait ${waitSeconds} s, check the service again, then answer.`;
}

export function earlierIdText({ assessmentId }: JournalMessages['idOfEarlierAssessment']): string {
  return `The Assessment ID ${assessmentId} belongs to the row's earlier assessment. The new one has a different ID: copy that from the service.`;
}

/**
 * Returns sentences about an assessment that a row shows although it belongs to another row or
 * employee. The last sentence has no end, so that the command line or the page can continue it.
 */
export function onlyShownText({
  row,
  assessmentId,
}: Pick<JournalMessages['assessmentOnlyShown'], 'row' | 'assessmentId'>): string {
  return `Row ${row} only shows assessment ${assessmentId}, which belongs to another row or employee. Clear the result cells of row ${row}`;
}

/** Returns the sentence about an ID that belongs to another row; `what` names the kind of ID. */
export function otherOwnerText(
  { id, row, owner }: Pick<JournalMessages['idOfOtherRow'], 'id' | 'row' | 'owner'>,
  what: string,
): string {
  return `The ${what} ${id} already belongs to ${formatRow(owner)}, and cannot belong to ${formatRow(row)} too.`;
}
