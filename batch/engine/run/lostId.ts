import type { PreviousResults } from '../intake/readSheet.js';
import type { StatusWord } from '../intake/statusWords.js';

/** Why a row is unconfirmed whose status in the sheet says that it was sent, without its id. */
export function lostIdReason(status: string): string {
  return `The sheet said ${status}, but ${known}`;
}

const wasSent: ReadonlySet<string> = new Set<StatusWord>(['Scored', 'Pending']);
const mayHaveBeenSent: ReadonlySet<string> = new Set<StatusWord>(['Invalid', 'Rejected']);

const known = 'its Assessment ID is missing and the journal had no record of it.';

/** True for a reason that {@link lostIdReason} gave, in this run or an earlier one. */
export function isLostId(reason: string | undefined): boolean {
  return reason?.endsWith(known) === true;
}

/** What to do about it. Sending it anew takes a command: a cell is emptied too easily. */
export const lostIdRemedy =
  'It was not sent again. Put the id back from a backup of the sheet, or from the service, and run again. If you want another assessment of this row, run rwa resolve with --send-again for it.';

/**
 * True for a row that a run has sent, as its cells say, and whose id was deleted since. A row
 * that was held or rejected has scores or a report link of before; a duplicate may have another's.
 */
export function hasLostId({ id, status, scored, isLinked }: PreviousResults): boolean {
  if (id !== '') return false;
  if (wasSent.has(status)) return true;
  return mayHaveBeenSent.has(status) && (scored || isLinked === true);
}
