import type { JournalMessages } from '../engine/journal/journalMessages.js';
import type { RowState } from '../engine/journal/rowState.js';
import { formatRow } from './formatRow.js';

/** Each text follows "The row is not unconfirmed". */
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

/** `correctClock` is the advice for a wrong clock. */
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

/** The last sentence has no end, so that the command line or the page can continue it. */
export function onlyShownText({
  row,
  assessmentId,
}: Pick<JournalMessages['assessmentOnlyShown'], 'row' | 'assessmentId'>): string {
  return `Row ${row} only shows assessment ${assessmentId}, which belongs to another row or employee. Clear the result cells of row ${row}`;
}

export function otherOwnerText(
  { id, row, owner }: Pick<JournalMessages['idOfOtherRow'], 'id' | 'row' | 'owner'>,
  what: string,
): string {
  return `The ${what} ${id} already belongs to ${formatRow(owner)}, and cannot belong to ${formatRow(row)} too.`;
}
