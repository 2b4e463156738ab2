import { type Sentence, whole, withoutValues } from '../../wording/sentence.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { haltRun } from '../runs/runStore.js';

/** Asks workers to release the slices of a run, which then ends as failed for this reason. */
export function failRun(store: Store, run: string, why: readonly Sentence[]): Promise<void> {
  const said = JSON.stringify(why.map((each) => [whole(each), withoutValues(each)]));
  return inTransaction(store, async (tx) => {
    if (!(await haltRun(tx, run, 'failed'))) return;
    await tx.db
      .insertInto('run_course')
      .values({ run, said })
      .onConflict((conflict) => conflict.column('run').doUpdateSet({ said }))
      .execute();
  });
}
