import { type Sentence, showValues, omitValues } from '../../wording/sentence.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { haltRun } from '../runs/runStore.js';

/** The run ends after workers have released its slices. */
export function failRun(store: Store, run: string, why: readonly Sentence[]): Promise<void> {
  const messages = JSON.stringify(
    why.map((sentence) => [showValues(sentence), omitValues(sentence)]),
  );
  return inTransaction(store, async (tx) => {
    if (!(await haltRun(tx, run, 'failed'))) return;
    await tx.db
      .insertInto('run_course')
      .values({ run, messages })
      .onConflict((conflict) => conflict.column('run').doUpdateSet({ messages }))
      .execute();
  });
}
