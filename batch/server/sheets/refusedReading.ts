import { SheetError } from '../../../sheets/sheet.js';
import { OperatingError, UsageError } from '../../engine/errors.js';
import { JournalError } from '../../engine/journal/journalStore.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { countProblemRows, deleteProblems } from './problemStore.js';
import { deleteRows } from '../results/rowStore.js';
import { updateCounts } from './sheetStore.js';
import { toSentence } from '../words/wording.js';
import type { ReadOutcome } from '../threads/work.js';

/**
 * Returns the outcome of reading a sheet that cannot be read, by what was thrown: a person has to match one that does
 * not fit. Deletes its rows, which were read in another way. Throws a bug.
 */
export async function refusedReading(
  store: Store,
  id: string,
  error: unknown,
): Promise<ReadOutcome> {
  const isOfServer = error instanceof OperatingError || error instanceof JournalError;
  const isExpected = isOfServer || error instanceof UsageError || error instanceof SheetError;
  if (!isExpected) throw error;
  await inTransaction(store, async (tx) => {
    await deleteRows(tx, id);
    await deleteProblems(tx, id);
    await updateCounts(tx, id);
    await countProblemRows(tx, id);
  });
  const isMisfit = error instanceof UsageError && !isOfServer;
  return { stage: isMisfit ? 'match' : 'unreadable', refused: toSentence(error) };
}
