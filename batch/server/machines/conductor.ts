import { type Sentence, ValuedSentence } from '../../wording/sentence.js';
import type { Change } from '../changes.js';
import { Pace } from '../work/pace.js';
import { updateCounts } from '../store/sheetStore.js';
import type { Store } from '../store/store.js';
import { noWorkerSaid, someWorkerLives } from './livingWorkers.js';
import { Outage } from './outage.js';
import { Pauses } from './pauses.js';
import { holdIfRestored } from './restored.js';
import type { RunEnding } from './runCourse.js';
import type { Found, SharedDatabase } from './sharedDatabase.js';
import type { SharedLocks } from './sharedLocks.js';

const lookEveryMs = 1_000;
/** A run that lacks a worker for so long says so. */
const sayAfterMs = 5_000;
/** A process cuts or ends so many runs at a time; the others are for other processes. */
const mostAtOnce = 4;

/** What the conductor needs; `cut` and `end` do their work elsewhere. */
export interface ConductorPorts {
  readonly store: Store;
  readonly database: SharedDatabase;
  readonly locks: SharedLocks;
  readonly now: () => number;
  readonly tell: (change: Change) => void;
  readonly cut: (run: string, sheet: string) => Promise<void>;
  readonly end: (run: string, sheet: string, ending: RunEnding) => Promise<void>;
}

/** A run that works, and how its slices stand. */
interface RunNow {
  readonly id: string;
  readonly sheet: string;
  readonly state: 'queued' | 'running' | 'pausing';
  readonly haltAs: 'paused' | 'stopped' | 'failed' | undefined;
  readonly said: readonly Sentence[];
  readonly isCutDue: boolean;
  /** A process has it cut or ended now, or has its sheet: who waits for that keeps other runs waiting. */
  readonly isTaken: boolean;
  /** Slices that wait until the run is cut anew. */
  readonly idle: number;
  readonly open: number;
  /** Slices that a worker has that lives. */
  readonly held: number;
  readonly rows: number;
  readonly done: number;
  readonly created: number;
  /** Its rows wait for a worker, and there is none. */
  readonly lacksWorker: boolean;
  /** What it says, as it is stored. */
  readonly saidNow: string;
}

/**
 * Brings the runs of all machines on: has them cut into slices, follows how far they get, and has them ended.
 * Each web process has one, and for each run one of them acts at a time; what one that dies leaves undone, the
 * next one does.
 */
export class Conductor {
  readonly #ports: ConductorPorts;
  readonly #busy = new Map<string, Promise<void>>();
  readonly #paces = new Map<string, Pace>();
  readonly #pauses = new Pauses();
  readonly #outage = new Outage('The runs could not be looked at');
  /** Since when some run lacks a worker. */
  #lackingSinceMs: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> | undefined;
  #isClosed = false;

  constructor(ports: ConductorPorts) {
    this.#ports = ports;
    this.#timer = setInterval(() => {
      this.look();
    }, lookEveryMs);
    this.look();
  }

  /** Looks at all runs, soon. */
  readonly look = (): void => {
    if (this.#isClosed) return;
    this.#looking ??= this.#outage.watch(this.#lookAtAll()).finally(() => {
      this.#looking = undefined;
    });
  };

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#looking;
    await Promise.all(this.#busy.values());
  }

  async #lookAtAll(): Promise<void> {
    const { database, store, now } = this.#ports;
    await holdIfRestored(database, store, now);
    const runs = (await database.ask(runsNow)).map(runNow);
    for (const id of this.#paces.keys()) {
      if (!runs.some((run) => run.id === id)) this.#paces.delete(id);
    }
    if (!runs.some(({ lacksWorker }) => lacksWorker)) this.#lackingSinceMs = undefined;
    else this.#lackingSinceMs ??= performance.now();
    this.#pauses.keep(new Set(runs.map(failureOf)));
    for (const run of runs) {
      if (this.#busy.has(run.id) || this.#isClosed) continue;
      const act = this.#actOn(run);
      if (act === undefined) {
        // One that cannot be followed now keeps no other one waiting.
        await Promise.all([this.#follow(run), this.#sayIfWorkerLacks(run)]).catch(
          (error: unknown) => {
            this.#outage.failed(error);
          },
        );
      } else if (!run.isTaken && this.#busy.size < mostAtOnce && !this.#pauses.has(failureOf(run)))
        this.#begin(run, act);
    }
  }

  /** What there is to do for a run now; undefined while its slices are worked on. */
  #actOn(run: RunNow): (() => Promise<void>) | undefined {
    const { id, sheet, state, haltAs, said, idle, open, held, isCutDue } = run;
    const { cut, end } = this.#ports;
    if (state === 'queued') return () => cut(id, sheet);
    if (held > 0 && (state === 'pausing' || !isCutDue)) return undefined;
    if (state === 'pausing') {
      const why = haltAs === 'failed' ? { said } : {};
      return () => end(id, sheet, { state: haltAs ?? 'paused', ...why });
    }
    if (isCutDue || idle > 0) return () => cut(id, sheet);
    return open === 0 ? () => end(id, sheet, { state: 'ended' }) : undefined;
  }

  #begin(run: RunNow, act: () => Promise<void>): void {
    const { id, sheet } = run;
    const work = this.#ports.locks
      .alone(`${actingOn}${id}`, async () => {
        await act();
        this.#pauses.succeeded(failureOf(run));
      })
      .then(
        () => true,
        (error: unknown) => {
          this.#pauses.failed(failureOf(run));
          console.error(`Run ${id} of the sheet ${sheet} could not be brought on:`, error);
          return false;
        },
      )
      .then((isDone) => {
        this.#busy.delete(id);
        // After a failure the timer looks: while it pauses, it leaves its turn to the others.
        if (isDone) this.look();
      });
    this.#busy.set(id, work);
  }

  /** Says that there is no worker, or no more. One that only could not reach the database for a while is waited for. */
  async #sayIfWorkerLacks({ id, sheet, lacksWorker, saidNow }: RunNow): Promise<void> {
    const isDue = performance.now() - (this.#lackingSinceMs ?? Infinity) >= sayAfterMs;
    const isSaid = saidNow === saidWithoutWorker;
    if (isSaid === lacksWorker || (lacksWorker && !isDue)) return;
    const changed = await this.#ports.database.ask(
      "UPDATE run SET said = $2 WHERE id = $1 AND state = 'running' AND said = $3 RETURNING 1",
      ...[id, lacksWorker ? saidWithoutWorker : '[]', saidNow],
    );
    if (changed.length > 0) this.#ports.tell({ type: 'sheet', sheet });
  }

  /** Stores how far a run has got. Several processes may do so: they store the same. */
  async #follow(run: RunNow): Promise<void> {
    const { store, database, now, tell } = this.#ports;
    const pace = this.#paces.get(run.id) ?? new Pace();
    this.#paces.set(run.id, pace);
    pace.mark(run.done, now());
    const left = run.rows - run.done;
    // Nobody knows when the service has the scores.
    const remainingMs = run.created === left ? undefined : pace.remainingMs(left);
    const changed = await database.ask(
      `UPDATE run SET done = $2, created = $3, remaining_ms = $4
       WHERE id = $1 AND state IN ('running', 'pausing')
         AND (done, created) IS DISTINCT FROM ($2, $3) RETURNING 1`,
      ...[run.id, run.done, run.created, remainingMs ?? null],
    );
    if (changed.length === 0) return;
    updateCounts(store, run.sheet);
    tell({ type: 'sheet', sheet: run.sheet });
  }
}

const saidWithoutWorker = JSON.stringify([noWorkerSaid]);

/** What has failed: a run that is to halt meanwhile does not wait until it can be cut. */
const failureOf = ({ id, state }: RunNow) => `${state} ${id}`;

/** Whoever acts on a run holds this with its id. */
const actingOn = 'run:';

const runsNow = `
  SELECT run.id, run.sheet, run.state, run.rows, run.said AS said_now, course.halt_as, course.said,
    ${someWorkerLives} AS has_worker,
    coalesce(course.is_cut_due, false) AS is_cut_due,
    EXISTS (
      SELECT 1 FROM hold WHERE name IN ('${actingOn}' || run.id, run.sheet) AND until > now()
    ) AS is_taken,
    coalesce(course.done_before, 0) + coalesce(slices.done, 0) AS done,
    coalesce(slices.created, 0) AS created,
    coalesce(slices.idle, 0) AS idle, coalesce(slices.open, 0) AS open, coalesce(slices.held, 0) AS held
  FROM run LEFT JOIN run_course AS course ON course.run = run.id
  LEFT JOIN LATERAL (
    SELECT sum(done)::int AS done, sum(created)::int AS created,
      (count(*) FILTER (WHERE state = 'idle'))::int AS idle,
      (count(*) FILTER (WHERE state = 'open'))::int AS open,
      (count(*) FILTER (WHERE until > now()))::int AS held
    FROM slice WHERE slice.run = run.id
  ) AS slices ON true
  WHERE run.state IN ('queued', 'running', 'pausing') ORDER BY run.started_at, run.id`;

function runNow(found: Found): RunNow {
  const open = found.open as number;
  const held = found.held as number;
  const said = JSON.parse((found.said as string | null) ?? '[]') as [string, string][];
  return {
    id: found.id as string,
    sheet: found.sheet as string,
    state: found.state as RunNow['state'],
    haltAs: (found.halt_as as RunNow['haltAs'] | null) ?? undefined,
    said: said.map(([text, without]) => new ValuedSentence(text, without)),
    isCutDue: found.is_cut_due as boolean,
    isTaken: found.is_taken as boolean,
    idle: found.idle as number,
    ...{ open, held },
    rows: Number(found.rows),
    done: Number(found.done),
    created: found.created as number,
    lacksWorker: found.has_worker === false && open > 0 && held === 0,
    saidNow: found.said_now as string,
  };
}
