import { sql } from 'kysely';
import { workingList } from '../runs/latestRun.js';
import { type Sentence, whole, withoutValues } from '../../wording/sentence.js';
import type { Store } from '../db/store.js';

/**
 * Asks workers to release the slices of a run, which then ends in the state that was requested first; also while it is
 * split into slices. One statement: no process waits for a row that this one has locked.
 */
export async function askToHalt(
  { db }: Pick<Store, 'db'>,
  run: string,
  as: 'paused' | 'stopped',
): Promise<void> {
  await sql`
    WITH halted AS (
      UPDATE run SET state = 'pausing' WHERE id = ${run} AND state IN (${workingList})
      RETURNING id
    )
    INSERT INTO run_course (run, halt_as) SELECT id, ${as} FROM halted
    ON CONFLICT (run) DO UPDATE SET halt_as = coalesce(run_course.halt_as, excluded.halt_as)
  `.execute(db);
}

/** Asks workers to release the slices of a run, which then ends as failed for this reason. */
export async function failRun(
  { db }: Pick<Store, 'db'>,
  run: string,
  why: readonly Sentence[],
): Promise<void> {
  const said = JSON.stringify(why.map((each) => [whole(each), withoutValues(each)]));
  await sql`
    WITH halted AS (
      UPDATE run SET state = 'pausing' WHERE id = ${run} AND state IN ('running', 'pausing')
      RETURNING id
    )
    INSERT INTO run_course (run, halt_as, said) SELECT id, 'failed', ${said} FROM halted
    ON CONFLICT (run) DO UPDATE SET halt_as = 'failed', said = excluded.said`.execute(db);
}
