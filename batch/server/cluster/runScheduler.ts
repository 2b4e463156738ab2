import { sql } from 'kysely';
import { type Sentence, ValuedSentence } from '../../wording/sentence.js';
import type { Change } from '../changes.js';
import { Pace } from '../runs/pace.js';
import type { Store } from '../db/store.js';
import { updateCounts } from '../sheets/sheetStore.js';
import type { Language } from '../contract/languages.js';
import type { SliceFailure } from '../words/runFailures.js';
import { wordsIn } from '../words/wording.js';
import { Backoff } from './backoff.js';
import { someWorkerTakesSlices } from './liveWorkers.js';
import { OutageLog } from '../outageLog.js';
import { holdIfRestored } from '../restore/restored.js';
import type { RunEnding } from '../threads/work.js';
import { sliceJobs } from './queue.js';
import { activeStatesSql } from '../runs/latestRun.js';
import { failRun } from './failRun.js';
import type { SharedLocks } from './sharedLocks.js';

const checkEveryMs = 1_000;
/** A run without a worker shows a message after this time; the restart of a worker takes less time. */
const noWorkerAfterMs = 5_000;
/** Other processes can split or end further runs. */
const maxAtOnce = 4;

/** `split` and `end` do their work in a thread. */
export interface RunSchedulerPorts {
  readonly store: Store;
  readonly locks: SharedLocks;
  readonly now: () => number;
  readonly publish: (change: Change) => void;
  readonly split: (run: string, sheet: string) => Promise<void>;
  readonly end: (run: string, sheet: string, ending: RunEnding) => Promise<void>;
}

interface RunNow {
  readonly id: string;
  readonly sheet: string;
  readonly language: Language;
  readonly state: 'queued' | 'running' | 'pausing';
  readonly haltAs: 'paused' | 'stopped' | 'failed' | null;
  /** JSON: each reason with and without values of the sheet. */
  readonly messages: string;
  readonly isSplitDue: boolean;
  /** True while a process splits or ends the run, or holds its sheet. */
  readonly isTaken: boolean;
  /** The number of slices whose job is missing, was completed early or was cancelled: only a new split continues them. */
  readonly idle: number;
  /** The number of slices that wait for a worker, or for the time of their next attempt. */
  readonly waiting: number;
  readonly held: number;
  /** The failure of a slice that the queue no longer gives out. */
  readonly failure: SliceFailure | null;
  readonly rows: number;
  readonly done: number;
  readonly created: number;
  readonly lacksWorker: boolean;
  /** The messages of the run in the table `run`, as JSON. */
  readonly messagesNow: string;
}

/**
 * Each web process has a scheduler. Only one of them splits or ends a run at a time; if its process dies, another one
 * continues.
 */
export class RunScheduler {
  readonly #ports: RunSchedulerPorts;
  readonly #busy = new Map<string, Promise<void>>();
  readonly #paces = new Map<string, Pace>();
  readonly #backoff = new Backoff();
  readonly #outage = new OutageLog('The runs could not be read');
  #lackingSinceMs: number | undefined;
  #timer: NodeJS.Timeout | undefined;
  #checking: Promise<void> | undefined;
  #isClosed = false;

  constructor(ports: RunSchedulerPorts) {
    this.#ports = ports;
    this.#timer = setInterval(() => {
      this.check();
    }, checkEveryMs);
    this.check();
  }

  readonly check = (): void => {
    if (this.#isClosed) return;
    this.#checking ??= this.#outage.watch(this.#checkAll()).finally(() => {
      this.#checking = undefined;
    });
  };

  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#checking;
    await Promise.all(this.#busy.values());
  }

  async #checkAll(): Promise<void> {
    const { store, now } = this.#ports;
    await holdIfRestored(store, now);
    const { rows: runs } = await runsNow.execute(store.db);
    for (const id of this.#paces.keys()) {
      if (!runs.some((run) => run.id === id)) this.#paces.delete(id);
    }
    if (!runs.some(({ lacksWorker }) => lacksWorker)) this.#lackingSinceMs = undefined;
    else this.#lackingSinceMs ??= performance.now();
    this.#backoff.retain(new Set(runs.map(failureKey)));
    for (const run of runs) {
      if (this.#busy.has(run.id) || this.#isClosed) continue;
      const act = this.#chooseAction(run);
      if (act === undefined) {
        // An error of one run must not delay the other runs.
        await Promise.all([this.#storeProgress(run), this.#reportMissingWorker(run)]).catch(
          (error: unknown) => {
            this.#outage.recordFailure(error);
          },
        );
      } else if (
        !run.isTaken &&
        this.#busy.size < maxAtOnce &&
        !this.#backoff.isWaiting(failureKey(run))
      )
        this.#begin(run, act);
    }
  }

  #chooseAction(run: RunNow): (() => Promise<void>) | undefined {
    const { id, sheet, state, haltAs, messages, idle, waiting, held, isSplitDue, failure } = run;
    const { store, split, end } = this.#ports;
    if (state === 'queued') return () => split(id, sheet);
    if (state === 'running' && failure !== null) {
      return () => failRun(store, id, [wordsIn(run.language).runFailures[failure]]);
    }
    if (held > 0 && (state === 'pausing' || !isSplitDue)) return undefined;
    if (state === 'pausing') {
      const why = haltAs === 'failed' ? { messages: parseSentences(messages) } : {};
      return () => end(id, sheet, { state: haltAs ?? 'paused', ...why });
    }
    if (isSplitDue || idle > 0) return () => split(id, sheet);
    return waiting === 0 ? () => end(id, sheet, { state: 'ended' }) : undefined;
  }

  #begin(run: RunNow, act: () => Promise<void>): void {
    const { id, sheet } = run;
    const work = this.#ports.locks
      .runAlone(`${runLockPrefix}${id}`, async () => {
        await act();
        this.#backoff.recordSuccess(failureKey(run));
      })
      .then(
        () => true,
        (error: unknown) => {
          this.#backoff.recordFailure(failureKey(run));
          new OutageLog('The run could not be split or ended', { run: id, sheet }).recordFailure(
            error,
          );
          return false;
        },
      )
      .then((isDone) => {
        this.#busy.delete(id);
        // After a failure, the run waits for its backoff; the timer does the next check.
        if (isDone) this.check();
      });
    this.#busy.set(id, work);
  }

  async #reportMissingWorker({
    id,
    sheet,
    language,
    lacksWorker,
    messagesNow,
  }: RunNow): Promise<void> {
    const isDue = performance.now() - (this.#lackingSinceMs ?? Infinity) >= noWorkerAfterMs;
    const withoutWorkerMessages = JSON.stringify([wordsIn(language).runFailures.noWorker]);
    const isReported = messagesNow === withoutWorkerMessages;
    if (isReported === lacksWorker || (lacksWorker && !isDue)) return;
    const { store, publish } = this.#ports;
    const { numUpdatedRows } = await store.db
      .updateTable('run')
      .set({ messages: lacksWorker ? withoutWorkerMessages : '[]' })
      .where('id', '=', id)
      .where('state', '=', 'running')
      .where('messages', '=', messagesNow)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) publish({ type: 'sheet', sheet });
  }

  /** Several processes may do this, because they store the same counts. */
  async #storeProgress(run: RunNow): Promise<void> {
    const { store, now, publish } = this.#ports;
    const pace = this.#paces.get(run.id) ?? new Pace();
    this.#paces.set(run.id, pace);
    pace.mark(run.done, now());
    const left = run.rows - run.done;
    // If all remaining rows wait for scores, the time is unknown.
    const remainingMs = run.created === left ? undefined : pace.remainingMs(left);
    const { numUpdatedRows } = await store.db
      .updateTable('run')
      .set({ done: run.done, created: run.created, remaining_ms: remainingMs ?? null })
      .where('id', '=', run.id)
      .where('state', 'in', ['running', 'pausing'])
      .where((where) =>
        where.or([where('done', '<>', run.done), where('created', '<>', run.created)]),
      )
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    await updateCounts(store, run.sheet, run.id);
    publish({ type: 'sheet', sheet: run.sheet });
  }
}

/** The key contains the state, so that a run that is halted after a failed split can end without a pause. */
const failureKey = ({ id, state }: RunNow) => `${state} ${id}`;

const runLockPrefix = 'run:';

function parseSentences(messages: string): Sentence[] {
  const pairs = JSON.parse(messages) as [string, string][];
  return pairs.map(([text, without]) => new ValuedSentence(text, without));
}

const runsNow = sql<RunNow>`
  SELECT run.id, run.sheet, coalesce(sheet.language, 'en') AS language, run.state, run.rows,
    run.messages AS "messagesNow", run.halt_as AS "haltAs", coalesce(course.messages, '[]') AS messages,
    NOT ${someWorkerTakesSlices} AND slices.waiting > 0 AND slices.held = 0 AS "lacksWorker",
    coalesce(course.is_split_due, false) AS "isSplitDue",
    EXISTS (
      SELECT 1 FROM hold WHERE name IN (${runLockPrefix} || run.id, run.sheet) AND until > now()
    ) AS "isTaken",
    coalesce(course.done_before, 0) + coalesce(slices.done, 0) AS done,
    coalesce(slices.created, 0) AS created,
    slices.idle, slices.waiting, slices.held, slices.failure
  FROM run LEFT JOIN sheet ON sheet.id = run.sheet LEFT JOIN run_course AS course ON course.run = run.id
  LEFT JOIN LATERAL (
    SELECT sum(done)::int AS done, sum(created)::int AS created,
      (count(*) FILTER (
        WHERE rows IS NOT NULL AND coalesce(job.state, '') NOT IN ('created', 'retry', 'active', 'failed')
      ))::int AS idle,
      (count(*) FILTER (WHERE job.state IN ('created', 'retry')))::int AS waiting,
      (count(*) FILTER (WHERE job.state = 'active'))::int AS held,
      max(CASE WHEN output->>'message' IS NULL THEN 'workersDied' ELSE 'workFailed' END)
        FILTER (WHERE job.state = 'failed') AS failure
    FROM slice LEFT JOIN ${sliceJobs} ON job.id = slice.id WHERE slice.run = run.id
  ) AS slices ON true
  WHERE run.state IN (${activeStatesSql}) ORDER BY run.started_at, run.id`;
