import type { SheetFiles } from '../journal/files.js';
import { refuseHeld } from '../journal/lock.js';
import type { SheetOperation } from '../operations/sheetOperation.js';
import { countStatuses } from './events.js';
import type { Outcome } from '../outcome.js';
import { findOutcome } from './outcome.js';
import type { SheetStatus } from './readStatus.js';
import { unconfirmedAndMissing } from '../rows/withoutRow.js';

/**
 * How a run would end now, with the rows as they are: rows that are not sent are
 * those of a run that stopped early. Where a run could not even begin it throws what that would
 * throw: another run has the sheet, or a lock that stays. Asks neither the service nor for a lock.
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
    // What is repeatable is simply sent again.
    missing: operation.repeatable ? 0 : unconfirmedAndMissing(planned, states).length,
    notInPlace: notInSheet.length > 0,
  });
}

/**
 * Throws a SheetInUse while another run has the sheet or its journal; an OperatingError for a lock that
 * stays.
 */
export function refuseInUse({ lock, journalLock }: Pick<SheetFiles, 'lock' | 'journalLock'>): void {
  refuseHeld(lock, Date.now);
  if (journalLock !== lock) refuseHeld(journalLock, Date.now, 'journal');
}
