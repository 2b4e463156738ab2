import type { RowState } from '../journal/rowState.js';
import type { RowStatus } from '../sheetCommand.js';
import {
  findBlock,
  getHistory,
  isForgotten,
  isHeldBack,
  type PlannedRow,
  findRound,
  showsImported,
} from './plannedRow.js';
import { findUnknownScore } from './rowResults.js';

export interface RowStatusOptions {
  readonly sendDuplicates: boolean;
}

/** A request without an answer is Unconfirmed, whether the answer or the run was lost. */
export function findRowStatus(
  row: PlannedRow,
  state: RowState | undefined,
  { sendDuplicates }: RowStatusOptions,
): RowStatus {
  const { plan } = row;
  if (isForgotten(row)) return 'Forgotten';
  if (findUnknownScore(row, state) !== undefined) return 'Invalid';
  if (state?.state === 'Pending' || state?.state === 'Scored') return state.state;
  if (plan?.kind === 'imported') {
    const isScored = row.previous?.scored === true && showsImported(row);
    return isScored && state === undefined ? 'Scored' : 'Pending';
  }
  if (state?.state === 'Sent' || plan?.kind === 'unanswered') return 'Unconfirmed';
  if (state?.state === 'Unconfirmed') return state.state;
  if (findBlock(row) !== undefined) return 'Invalid';
  if (state?.state === 'Rejected') return state.state;
  if (row.problems !== undefined) return 'Invalid';
  const isRepeat = row.sameAs !== undefined && (!sendDuplicates || isHeldBack(row));
  return isRepeat ? 'Duplicate' : 'Not sent';
}

/** Returns true for a row that only a round sends again. */
export function isRefusedInRound(row: PlannedRow, status: RowStatus): boolean {
  return (
    status === 'Rejected' && getHistory(row).earlier.length > 0 && findRound(row) === undefined
  );
}
