import type { PreviousResults } from '../intake/readSheet.js';
import type { RowStatus } from '../intake/statusWords.js';

/**
 * True for a row that a run has sent, as its cells say, and whose id was deleted since. A row
 * that was held or rejected has scores or a report link of before; a duplicate may have another's.
 */
export function hasLostId({ id, status, scored, isLinked }: PreviousResults): boolean {
  if (id !== '') return false;
  if (wasSent.has(status)) return true;
  return mayHaveBeenSent.has(status) && (scored || isLinked === true);
}

const wasSent: ReadonlySet<string> = new Set<RowStatus>(['Scored', 'Pending']);
const mayHaveBeenSent: ReadonlySet<string> = new Set<RowStatus>(['Invalid', 'Rejected']);
