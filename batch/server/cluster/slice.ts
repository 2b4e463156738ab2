import { sql } from 'kysely';
import type { PlannedRow } from '../../engine/rows/plannedRow.js';
import { type StartRun, startRun } from '../contract/shapes.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { plainDb } from '../db/plainDb.js';

/** How long a slice stays with a worker that died. */
export const holdSeconds = 20;

/** A slice as its worker has it. */
export interface TakenSlice {
  readonly id: string;
  /** How often the slice was taken: only the latest worker may write. */
  readonly fence: number;
  readonly run: string;
  readonly sheet: string;
  readonly order: StartRun;
  readonly rows: readonly PlannedRow[];
  /** How many rows were finished before it was taken. */
  readonly done: number;
  readonly created: number;
  /** How often in a row the service was unavailable. */
  readonly failures: number;
  /** Milliseconds since it was taken first. */
  readonly ageMs: number;
}

/** Why a slice cannot be taken: `none` if there is nothing to do for it now, `busy` if it is to be tried again. */
export type NotTaken = 'none' | 'busy';

interface SliceRow {
  readonly id: string;
  readonly fence: number;
  readonly run: string;
  readonly sheet: string;
  readonly options: string;
  readonly rows: string;
  readonly done: number;
  readonly created: number;
  readonly failures: number;
  readonly age_ms: number;
}

/**
 * Takes a slice, unless its run is halted, its sheet is wanted, or another live worker has it. From then on, earlier
 * workers of the slice can write nothing.
 */
export function takeSlice(
  store: Store,
  id: string,
  holder: string,
): Promise<TakenSlice | NotTaken> {
  return inTransaction(store, async (tx) => {
    const { rows: found } = await sql<{ sheet: string; is_busy: boolean }>`
      SELECT sheet, until > clock_timestamp() AND holder <> ${holder} AS is_busy
      FROM slice WHERE id = ${id}`.execute(tx.db);
    const [slice] = found;
    if (slice === undefined) return 'none';
    if (slice.is_busy) return 'busy';
    // `SharedLocks` reads the slice and writes this row. As both transactions are serializable, one of them fails.
    const { rows: holds } = await sql`
      SELECT 1 FROM hold WHERE name = ${slice.sheet}
        AND greatest(until, wanted_until) > clock_timestamp()`.execute(tx.db);
    if (holds.length > 0) return 'busy';
    const { rows: taken } = await sql<SliceRow>`
      UPDATE slice SET fence = fence + 1, appended = 0, holder = ${holder},
        until = clock_timestamp() + make_interval(secs => ${holdSeconds}),
        taken_at = coalesce(taken_at, clock_timestamp())
      FROM run WHERE slice.id = ${id} AND slice.state = 'open' AND run.id = slice.run
        AND run.state = 'running'
      RETURNING slice.id, fence, slice.run, slice.sheet, run.options, slice.rows, slice.done,
        slice.created, failures,
        extract(epoch FROM clock_timestamp() - taken_at)::float8 * 1000 AS age_ms`.execute(tx.db);
    return taken[0] === undefined ? 'none' : takenSlice(taken[0]);
  });
}

function takenSlice({ options, rows, age_ms: ageMs, ...slice }: SliceRow): TakenSlice {
  return {
    ...slice,
    order: startRun.parse(JSON.parse(options)),
    // `addSlices` in runCourse.ts has written them.
    rows: JSON.parse(rows) as PlannedRow[],
    ageMs,
  };
}

/** Whether a worker may continue with its slice: `yield` if its sheet is wanted or its run is halted. */
export type LeaseStatus = 'held' | 'yield' | 'lost';

type Taking = Pick<TakenSlice, 'id' | 'fence'>;

/** Renews the lease of a worker and stores its progress. */
export async function renewSlice(
  store: Store,
  { id, fence }: Taking,
  { done, created }: Pick<TakenSlice, 'done' | 'created'>,
): Promise<LeaseStatus> {
  const { rows } = await sql<{ run_state: string | null; is_wanted: boolean }>`
    UPDATE slice SET until = now() + make_interval(secs => ${holdSeconds}), done = ${done},
      created = ${created}
    WHERE id = ${id} AND fence = ${fence}
    RETURNING (SELECT state FROM run WHERE id = slice.run) AS run_state,
      coalesce((SELECT wanted_until > now() FROM hold WHERE name = slice.sheet), false)
        AS is_wanted`.execute(plainDb(store));
  const [found] = rows;
  if (found === undefined) return 'lost';
  return found.run_state === 'running' && !found.is_wanted ? 'held' : 'yield';
}

/** How a worker leaves a slice: done, open for the next worker, or idle until its run is split again. */
export interface ReleasedSlice extends Pick<TakenSlice, 'done' | 'created' | 'failures'> {
  readonly state: 'done' | 'open' | 'idle';
}

/** Gives a slice back. Returns false if another worker has it. */
export async function releaseSlice(
  { db }: Store,
  { id, fence }: Taking,
  { state, done, created, failures }: ReleasedSlice,
): Promise<boolean> {
  const { rows } = await sql`
    UPDATE slice SET holder = NULL, until = '-infinity', state = ${state}, done = ${done},
      created = ${created}, failures = ${failures},
      rows = CASE WHEN ${state}::text = 'done' THEN '[]' ELSE rows END
    WHERE id = ${id} AND fence = ${fence} RETURNING 1`.execute(db);
  return rows.length > 0;
}

/**
 * Returns true while a worker has the slice. A transaction that is serializable with `takeSlice` needs no lock for this,
 * and a lock would make it wait for each append to the journal.
 */
export async function hasSlice({ db }: Store, { id, fence }: Taking): Promise<boolean> {
  const found = await db
    .selectFrom('slice')
    .select('id')
    .where('id', '=', id)
    .where('fence', '=', fence)
    .executeTakeFirst();
  return found !== undefined;
}

/** Stores the progress of a worker that has the slice. Not in a transaction: appends to the journal write the same row. */
export async function setSliceCounts(
  store: Store,
  { id, fence }: Taking,
  { done, created }: Pick<TakenSlice, 'done' | 'created'>,
): Promise<void> {
  await plainDb(store)
    .updateTable('slice')
    .set({ done, created })
    .where('id', '=', id)
    .where('fence', '=', fence)
    .execute();
}
