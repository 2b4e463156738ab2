import { type ExitCode, exitCodes } from '../errors.js';
import type { Counts } from './events.js';

/** The exit code of a finished run: the gravest of what its rows and its end ask for. */
export function exitCodeOf(
  counts: Counts,
  end: {
    readonly interrupted: boolean;
    readonly stopped: boolean;
    /** Unconfirmed rows that left the sheet, or were edited since. */
    readonly gone?: number;
    /** Rows that were sent, and removed or edited while the run went on. */
    readonly withoutPlace?: number;
    /** Results are not in the file that was asked for. */
    readonly notInPlace?: boolean;
  },
): ExitCode {
  if (end.interrupted) return exitCodes.interrupted;
  if (end.stopped || counts['Not sent'] > 0) return exitCodes.stopped;
  if (end.notInPlace === true) return exitCodes.notInPlace;
  if (counts.Unconfirmed + (end.gone ?? 0) > 0) return exitCodes.unconfirmed;
  if (counts.Pending > 0) return exitCodes.pending;
  const { Invalid, Rejected, Duplicate } = counts;
  if (Invalid + Rejected + Duplicate + (end.withoutPlace ?? 0) > 0) return exitCodes.someFailed;
  return exitCodes.done;
}
