import { z } from 'zod/v4';
import { run as runSchema } from '../api/shapes.js';
import type { Store } from './store.js';

const read = z
  .object({
    id: z.string(),
    sheet: z.string(),
    name: z.string(),
    counts: z.string(),
    operation: runSchema.shape.operation,
    state: z.enum(['ended', 'failed', 'stopped']),
    started_by: z.string(),
    started_at: z.string(),
    ended_at: z.string(),
    rows: z.number(),
    done: z.number(),
    said: z.string(),
  })
  .transform(({ started_by, started_at, ended_at, counts, said, ...rest }) => ({
    ...rest,
    startedBy: started_by,
    startedAt: started_at,
    endedAt: ended_at,
    counts: z.record(z.string(), z.number()).parse(JSON.parse(counts)),
    said: z.array(z.string()).parse(JSON.parse(said)),
  }));

/** A run that is over, with what it says without values of the sheet, and the sheet as it is since. */
export type EndedRun = z.output<typeof read>;

/** Runs whose end was not told yet, the oldest first; also one that went on and ended once more. */
export function runsToTell({ db }: Store): EndedRun[] {
  return db
    .prepare(
      `SELECT run.id, run.sheet, name, counts, operation, state, started_by, started_at, ended_at, rows,
         done, coalesce(said_outside, said) AS said
       FROM run JOIN sheet ON sheet.id = run.sheet
       WHERE state IN ('ended', 'failed', 'stopped') AND ended_at IS NOT NULL
         AND (told_at IS NULL OR told_at < ended_at) ORDER BY ended_at`,
    )
    .all()
    .map((found) => read.parse(found));
}

/** Notes that the end of a run was told. */
export function noteTold({ db }: Store, run: string, at: string): void {
  db.prepare('UPDATE run SET told_at = ? WHERE id = ?').run(at, run);
}
