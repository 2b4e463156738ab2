import { sql } from 'kysely';
import type { Language } from '../contract/languages.js';
import type { Limits, Operations } from '../contract/shapes.js';
import type { Store } from '../db/store.js';
import type { Processes, ProcessesNow } from '../operations/processes.js';
import { type RetryReason, wordRetry } from '../words/retries.js';
import { wordsIn } from '../words/wording.js';
import { readLimits, upsertLimits } from './limits/sharedLimits.js';
import { listWorkers } from './liveWorkers.js';
import { retryNow, sliceJobs } from './queue.js';

/** A person does not read a longer list. */
const maxRetries = 50;

export const workerProcesses: Processes = {
  async read(store: Store): Promise<ProcessesNow> {
    const [workers, slices, retries, limits] = await Promise.all([
      listWorkers(store),
      countSlices(store),
      listRetries(store),
      readLimits(store),
    ]);
    if (limits === undefined) throw new Error('The limits are missing.');
    return { workers, slices, retries, limits };
  },
  async setLimits(tx: Store, limits: Limits): Promise<void> {
    await upsertLimits(tx, limits);
  },
  // Each process reads the limits with its next lease.
  applyLimits: () => Promise.resolve(),
  async setDraining({ db }: Store, worker: string, isDraining: boolean) {
    const found = await db
      .updateTable('worker')
      .set({ is_draining: isDraining })
      .where('id', '=', worker)
      .returning('host')
      .executeTakeFirst();
    return found?.host;
  },
  retryNow,
};

async function countSlices({ db }: Store): Promise<NonNullable<Operations['slices']>> {
  const { rows } = await sql<{ held: number; waiting: number; later: number }>`
    SELECT (count(*) FILTER (WHERE job.state = 'active'))::int AS held,
      (count(*) FILTER (WHERE job.state <> 'active' AND start_after <= now()))::int AS waiting,
      (count(*) FILTER (WHERE job.state <> 'active' AND start_after > now()))::int AS later
    FROM slice JOIN ${sliceJobs} ON job.id = slice.id
    WHERE job.state IN ('created', 'retry', 'active')`.execute(db);
  return rows[0] ?? { held: 0, waiting: 0, later: 0 };
}

interface RetryRow {
  readonly id: string;
  readonly name: string;
  readonly language: Language;
  readonly reason: RetryReason;
  readonly slices: number;
  readonly tries: number;
  readonly next_at: Date | null;
  readonly text: string | null;
}

async function listRetries({ db }: Store): Promise<Operations['retries']> {
  const { rows } = await sql<RetryRow>`
    SELECT id, name, language, reason, count(*)::int AS slices, max(tries)::int AS tries,
      CASE WHEN min(next_at) > now() THEN min(next_at) END AS next_at, max(text) AS text
    FROM (
      SELECT sheet.id, sheet.name, sheet.language,
        CASE job.state WHEN 'retry' THEN retry_count + 1 WHEN 'active' THEN retry_count
          ELSE failures END AS tries,
        CASE WHEN job.state = 'active' THEN now() ELSE start_after END AS next_at,
        CASE WHEN job.state = 'created' THEN 'serviceAway'
          WHEN output->>'message' IS NULL THEN 'workerDied' ELSE 'workFailed' END AS reason,
        CASE WHEN job.state = 'created' THEN run.messages::json->>0
          ELSE output->>'message' END AS text
      FROM slice JOIN ${sliceJobs} ON job.id = slice.id
        JOIN run ON run.id = slice.run JOIN sheet ON sheet.id = slice.sheet
      WHERE job.state = 'retry' OR (job.state = 'active' AND retry_count > 0)
        OR (job.state = 'created' AND failures > 0)
    ) AS retries
    GROUP BY id, name, language, reason ORDER BY min(next_at), name LIMIT ${maxRetries}`.execute(
    db,
  );
  return rows.map(({ id, name, language, reason, slices, tries, next_at: nextAt, text }) => ({
    sheet: { id, name },
    slices,
    tries,
    nextAt: nextAt?.toISOString() ?? null,
    why: wordRetry(reason, text, wordsIn(language).retries),
  }));
}
