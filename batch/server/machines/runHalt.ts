import type { SharedDatabase } from './sharedDatabase.js';

/**
 * Has a run halted: its slices are given back, and then it ends as was said first. What a person says while it is
 * cut into slices counts, too. All in one statement: nobody waits for a line that this process has locked.
 */
export async function askToHalt(
  { ask }: Pick<SharedDatabase, 'ask'>,
  run: string,
  as: 'paused' | 'stopped',
): Promise<void> {
  await ask(
    `WITH halted AS (
       UPDATE run SET state = 'pausing' WHERE id = $1 AND state IN ('queued', 'running', 'pausing')
       RETURNING id
     )
     INSERT INTO run_course (run, halt_as) SELECT id, $2 FROM halted
     ON CONFLICT (run) DO UPDATE SET halt_as = coalesce(run_course.halt_as, excluded.halt_as)`,
    ...[run, as],
  );
}
