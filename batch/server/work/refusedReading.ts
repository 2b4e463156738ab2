import { SheetError } from '../../../sheets/sheet.js';
import { OperatingError, UsageError } from '../../engine/errors.js';
import { JournalError } from '../../engine/journal/journalStore.js';
import { countProblemRows, deleteProblems } from '../store/problemStore.js';
import { deleteRows } from '../store/rowStore.js';
import { updateCounts } from '../store/sheetStore.js';
import { inTransaction } from '../store/transaction.js';
import type { Store } from '../store/store.js';
import { sentenceOf } from '../words/wording.js';
import type { ReadOutcome } from './work.js';

/**
 * What becomes of a sheet that cannot be read, by what was thrown: one that does not fit is for a person to
 * match. Rows that were read in another way are not its rows any more. A bug is thrown.
 */
export function refusedReading(store: Store, id: string, error: unknown): ReadOutcome {
  const isOfServer = error instanceof OperatingError || error instanceof JournalError;
  const isExpected = isOfServer || error instanceof UsageError || error instanceof SheetError;
  if (!isExpected) throw error;
  inTransaction(store, () => {
    deleteRows(store, id);
    deleteProblems(store, id);
    updateCounts(store, id);
    countProblemRows(store, id);
  });
  const isMisfit = error instanceof UsageError && !isOfServer;
  return { stage: isMisfit ? 'match' : 'unreadable', refused: sentenceOf(error) };
}
