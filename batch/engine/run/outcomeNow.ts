import type { SheetFiles } from '../journal/files.js';
import { refuseHeld } from '../journal/lock.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { countStatuses } from './events.js';
import type { Outcome } from '../outcome.js';
import { findOutcome } from './outcome.js';
import type { SheetStatus } from './readStatus.js';
import { unconfirmedAndMissing } from '../rows/withoutRow.js';

/**
 * Returns the outcome that a run would have now with these rows, as if rows that are not sent
 * belonged to a run that stopped early. Throws the error of a run that cannot begin: another run
 * has the sheet, or a lock needs attention. It contacts no service and takes no lock.
 */
export function outcomeNow(
  status: SheetStatus,
  operation: SheetOperation,
  files: Pick<SheetFiles, 'lock' | 'journalLock'>,
): Outcome {
  refuseInUse(files);
  const { rows, leftOut, states, refusal, notInSheet } = status;
  if (refusal !== undefined) return 'usage';
  const planned = [...rows.map((row) => row.planned), ...leftOut];
  const counts = countStatuses(operation, rows);
  return findOutcome(counts, {
    interrupted: false,
    stopped: false,
    // A repeatable request is simply sent again.
    missing: operation.repeatable ? 0 : unconfirmedAndMissing(planned, states).length,
    notInPlace: notInSheet.length > 0,
  });
}

/**
 * Throws a SheetInUse if another run has the sheet or its journal, and an OperatingError for a lock
 * that needs attention.
 */
export function refuseInUse({ lock, journalLock }: Pick<SheetFiles, 'lock' | 'journalLock'>): void {
  refuseHeld(lock, Date.now);
  if (journalLock !== lock) refuseHeld(journalLock, Date.now, 'journal');
}
