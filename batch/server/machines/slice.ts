import type { PlannedRow } from '../../engine/rows/plannedRow.js';
import { type StartRun, startRun } from '../api/shapes.js';
import type { Store } from '../store/store.js';
import type { Ask, Found, SharedDatabase } from './sharedDatabase.js';

/** A worker that dies has its slices for so long. */
export const holdSeconds = 20;

/** A slice as its worker has it; `fence` says which taking this is. */
export interface TakenSlice {
  readonly id: string;
  readonly fence: number;
  readonly run: string;
  readonly sheet: string;
  readonly order: StartRun;
  readonly rows: readonly PlannedRow[];
  /** What was done before it was taken. */
  readonly done: number;
  readonly created: number;
  /** How often in a row the service was away. */
  readonly failures: number;
  /** Milliseconds since it was taken first. */
  readonly ageMs: number;
}

/** Why a slice is not there to be taken: it has nothing more to do now, or is to be asked for again later. */
export type NotTaken = 'nothing' | 'later';

/**
 * Takes a slice, unless its run is halted, somebody wants its sheet, or another worker is alive that has it.
 * Nobody who had it before may write anything from now on.
 */
export async function takeSlice(
  { ask }: Pick<SharedDatabase, 'ask'>,
  id: string,
  holder: string,
): Promise<TakenSlice | NotTaken> {
  const [{ said } = {}] = await ask(
    'SELECT take_slice($1, $2, $3) AS said',
    ...[id, holder, holdSeconds],
  );
  if (said !== 'taken') return said as NotTaken;
  const [taken] = await ask(
    `SELECT slice.*, run.options, extract(epoch FROM now() - taken_at)::float8 * 1000 AS age_ms
     FROM slice JOIN run ON run.id = slice.run WHERE slice.id = $1 AND holder = $2`,
    ...[id, holder],
  );
  // So slow that another worker has it by now.
  return taken === undefined ? 'nothing' : takenSlice(taken);
}

function takenSlice(found: Found): TakenSlice {
  return {
    id: found.id as string,
    fence: Number(found.fence),
    run: found.run as string,
    sheet: found.sheet as string,
    order: startRun.parse(JSON.parse(found.options as string)),
    // As `addSlices` in runCourse.ts has written them.
    rows: JSON.parse(found.rows as string) as PlannedRow[],
    done: found.done as number,
    created: found.created as number,
    failures: found.failures as number,
    ageMs: found.age_ms as number,
  };
}

/** What a worker is told while it has a slice. */
export type Told = 'goOn' | 'giveWay' | 'lost';

type Taking = Pick<TakenSlice, 'id' | 'fence'>;

/** Says that the worker lives and how far it has got, and hears whether it may go on. */
export async function renewSlice(
  { ask }: Pick<SharedDatabase, 'ask'>,
  { id, fence }: Taking,
  { done, created }: Pick<TakenSlice, 'done' | 'created'>,
): Promise<Told> {
  const [found] = await ask(
    `UPDATE slice SET until = now() + make_interval(secs => $3), done = $4, created = $5
     WHERE id = $1 AND fence = $2
     RETURNING (SELECT state FROM run WHERE id = slice.run) AS run_state,
       coalesce((SELECT wanted_until > now() FROM hold WHERE name = slice.sheet), false) AS is_wanted`,
    ...[id, fence, holdSeconds, done, created],
  );
  if (found === undefined) return 'lost';
  return found.run_state === 'running' && found.is_wanted === false ? 'goOn' : 'giveWay';
}

/** How a worker leaves a slice: done, for the next one that asks, or for when its run begins anew. */
export interface LeftSlice extends Pick<TakenSlice, 'done' | 'created' | 'failures'> {
  readonly state: 'done' | 'open' | 'idle';
}

/** Gives a slice back. False when it was not this worker's any more. */
export async function leaveSlice(
  ask: Ask,
  { id, fence }: Taking,
  { state, done, created, failures }: LeftSlice,
): Promise<boolean> {
  const found = await ask(
    `UPDATE slice SET holder = NULL, until = '-infinity', state = $3, done = $4, created = $5,
       failures = $6, rows = CASE WHEN $3 = 'done' THEN '[]' ELSE rows END
     WHERE id = $1 AND fence = $2 RETURNING 1`,
    ...[id, fence, state, done, created, failures],
  );
  return found.length > 0;
}

/** True while a worker has the slice, until the end of the transaction. */
export function hasSlice({ db }: Store, { id, fence }: Taking): boolean {
  const found = db
    .prepare('SELECT 1 FROM slice WHERE id = ? AND fence = ? FOR SHARE')
    .get(id, fence);
  return found !== undefined;
}

/** Stores how far a worker has got with the slice that it has. */
export function setSliceCounts(
  { db }: Store,
  { id }: Taking,
  { done, created }: Pick<TakenSlice, 'done' | 'created'>,
): void {
  db.prepare('UPDATE slice SET done = ?, created = ? WHERE id = ?').run(done, created, id);
}
