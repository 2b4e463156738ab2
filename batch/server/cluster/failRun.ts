import { type Sentence, whole, withoutValues } from '../../wording/sentence.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { haltRun } from '../runs/runStore.js';

/** Ends a run as failed with this reason, after workers have released its slices. */
export function failRun(store: Store, run: string, why: readonly Sentence[]): Promise<void> {
  const messages = JSON.stringify(why.map((each) => [whole(each), withoutValues(each)]));
  return inTransaction(store, async (tx) => {
    if (!(await haltRun(tx, run, 'failed'))) return;
    await tx.db
      .insertInto('run_course')
      .values({ run, messages })
      .onConflict((conflict) => conflict.column('run').doUpdateSet({ messages }))
      .execute();
  });
}
