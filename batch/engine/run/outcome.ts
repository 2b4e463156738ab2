import type { Outcome } from '../outcome.js';
import type { Counts } from './events.js';

/** Returns the outcome of a run: the most serious one among its rows and its end. */
export function findOutcome(
  counts: Counts,
  end: {
    readonly interrupted: boolean;
    readonly stopped: boolean;
    /** The number of unconfirmed rows that were removed from the sheet or edited. */
    readonly missing?: number;
    /** The number of rows that were sent, and removed or edited during the run. */
    readonly unmatchedRows?: number;
    /** True if results or a report are not in the requested file. */
    readonly notInPlace?: boolean;
  },
): Outcome {
  if (end.interrupted) return 'interrupted';
  if (end.stopped || counts['Not sent'] > 0) return 'stopped';
  if (end.notInPlace === true) return 'notInPlace';
  if (counts.Unconfirmed + (end.missing ?? 0) > 0) return 'unconfirmed';
  if (counts.Pending > 0) return 'pending';
  const { Invalid, Rejected, Duplicate } = counts;
  if (Invalid + Rejected + Duplicate + (end.unmatchedRows ?? 0) > 0) return 'someFailed';
  return 'done';
}
