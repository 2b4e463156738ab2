import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { PlannedRow } from '../../engine/rows/plannedRow.js';
import { type StartRun, startRun } from '../contract/shapes.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { getPlainDb } from '../db/plainDb.js';
import { sliceJobs, type SliceJob, type SliceSender } from './queue.js';

export interface TakenSlice {
  readonly id: string;
  /** Only the worker with the latest attempt may write. */
  readonly attempt: number;
  readonly run: string;
  readonly sheet: string;
  readonly order: StartRun;
  readonly rows: readonly PlannedRow[];
  /** The number of rows that were finished before this worker took the slice. */
  readonly done: number;
  readonly created: number;
  readonly failures: number;
  /** Milliseconds since a worker first took the slice. */
  readonly ageMs: number;
}

/** `none` if the slice needs no work now, `busy` if a worker may take it later. */
export type NotTaken = 'none' | 'busy';

/** `created` rows wait for their scores. */
export type SliceCounts = Pick<TakenSlice, 'done' | 'created'>;

type Lease = Pick<TakenSlice, 'id' | 'attempt'>;

interface SliceRow {
  readonly run: string;
  readonly sheet: string;
  readonly options: string;
  readonly rows: string;
  readonly done: number;
  readonly created: number;
  readonly age_ms: number;
}

/** After this, earlier workers of the slice can no longer write. */
export function takeSlice(
  store: Store,
  { id, retryCount: attempt, data: { failures } }: SliceJob,
  worker: string | null = null,
): Promise<TakenSlice | NotTaken> {
  return inTransaction(store, async (tx) => {
    // No process may have the lock of a sheet while a worker has a slice of the sheet. The job was active before this
    // transaction began: if the transaction of `SharedLocks` begins later, it sees the active job. If the two overlap,
    // one fails: this one reads `hold` and writes `slice`, the other one reads `slice` and writes `hold`.
    const { rows: obstacles } = await sql`
      SELECT 1 FROM slice JOIN hold ON name = sheet
      WHERE id = ${id} AND greatest(until, wanted_until) > clock_timestamp()
      UNION ALL SELECT 1 FROM worker WHERE id = ${worker} AND is_draining`.execute(tx.db);
    if (obstacles.length > 0) return 'busy';
    const { rows: taken } = await sql<SliceRow>`
      UPDATE slice SET attempt = ${attempt}, appended = 0, worker = ${worker},
        taken_at = coalesce(taken_at, clock_timestamp())
      FROM run WHERE slice.id = ${id} AND coalesce(attempt, 0) <= ${attempt}
        AND slice.rows IS NOT NULL AND run.id = slice.run AND run.state = 'running'
        AND NOT EXISTS (SELECT 1 FROM run_course WHERE run_course.run = run.id AND is_split_due)
      RETURNING slice.run, slice.sheet, run.options, slice.rows, slice.done, slice.created,
        extract(epoch FROM clock_timestamp() - taken_at)::float8 * 1000 AS age_ms`.execute(tx.db);
    const [slice] = taken;
    if (slice === undefined) return 'none';
    const { options, rows, age_ms: ageMs, ...others } = slice;
    return {
      ...others,
      id,
      attempt,
      failures,
      ageMs,
      order: startRun.parse(JSON.parse(options)),
      // `addSlices` in runSlicing.ts has written the rows.
      rows: JSON.parse(rows) as PlannedRow[],
    };
  });
}

/** `yield` if another process wants the sheet or the run is halted, `lost` if the worker no longer has the slice. */
export type LeaseStatus = 'held' | 'yield' | 'lost';

/** `silentMs` is the time since the last heartbeat; 0 if the lease is lost. */
export interface LeaseState {
  readonly status: LeaseStatus;
  readonly silentMs: number;
}

/** Stores the progress of the worker in the same statement. */
export async function checkLease(
  store: Store,
  { id, attempt }: Lease,
  { done, created }: SliceCounts,
): Promise<LeaseState> {
  const { rows } = await sql<{
    run_state: string | null;
    is_wanted: boolean;
    silent_ms: number | null;
  }>`
    UPDATE slice SET done = ${done}, created = ${created}
    WHERE id = ${id} AND attempt = ${attempt}
    RETURNING (SELECT state FROM run WHERE id = slice.run) AS run_state,
      coalesce((SELECT wanted_until > now() FROM hold WHERE name = slice.sheet), false)
        AS is_wanted,
      (SELECT extract(epoch FROM clock_timestamp() - heartbeat_on)::float8 * 1000 FROM ${sliceJobs}
       WHERE job.id = slice.id AND job.state = 'active' AND retry_count = attempt)
        AS silent_ms`.execute(getPlainDb(store));
  const [found] = rows;
  const silentMs = found?.silent_ms ?? undefined;
  if (found === undefined || silentMs === undefined) return { status: 'lost', silentMs: 0 };
  const isHeld = found.run_state === 'running' && !found.is_wanted;
  return { status: isHeld ? 'held' : 'yield', silentMs };
}

/** `later` if the queue gives the slice out again after a pause, `halted` until its run is split again or ends. */
export type SliceRelease =
  | { readonly kind: 'done' | 'halted' }
  | { readonly kind: 'later'; readonly inSeconds: number; readonly failures: number };

/** Returns false if another worker has the slice, or it was deleted. */
export async function releaseSlice(
  tx: Store,
  queue: SliceSender,
  { id, attempt }: Lease,
  release: SliceRelease,
  counts?: SliceCounts,
): Promise<boolean> {
  const nextId = release.kind === 'later' ? randomUUID() : id;
  const { rows } = await sql`
    UPDATE slice SET id = ${nextId}, attempt = NULL, done = coalesce(${counts?.done ?? null}, done),
      created = coalesce(${counts?.created ?? null}, created),
      rows = CASE WHEN ${release.kind === 'done'} THEN NULL ELSE rows END
    WHERE id = ${id} AND coalesce(attempt, 0) <= ${attempt} RETURNING 1`.execute(tx.db);
  if (rows.length === 0) return false;
  await queue.complete(tx, { id, retryCount: attempt });
  if (release.kind === 'later') await queue.send(tx, [{ ...release, id: nextId }]);
  return true;
}

/**
 * Takes no lock: serializable transactions like that of `takeSlice` need none, and with a lock, each of them would wait
 * for each append to the journal.
 */
export async function hasSlice({ db }: Store, { id, attempt }: Lease): Promise<boolean> {
  const found = await db
    .selectFrom('slice')
    .select('id')
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .executeTakeFirst();
  return found !== undefined;
}

/** Uses no transaction, because journal appends write the same row. */
export async function setSliceCounts(
  store: Store,
  { id, attempt }: Lease,
  { done, created }: SliceCounts,
): Promise<void> {
  await getPlainDb(store)
    .updateTable('slice')
    .set({ done, created })
    .where('id', '=', id)
    .where('attempt', '=', attempt)
    .execute();
}
