import { sql } from 'kysely';
import type { Store } from '../../batch/server/db/store.js';
import { getPlainDb } from '../../batch/server/db/plainDb.js';
import {
  heartbeatRefreshSeconds,
  heartbeatSeconds,
  type SliceJob,
  type SliceSender,
} from '../../batch/server/cluster/queue.js';
import type { RunProcess } from './process.js';
import type { Table } from './sliceTable.js';

/** A pg-boss job, with the times of the simulation in milliseconds. */
export interface Job {
  readonly state: 'created' | 'retry' | 'active' | 'completed';
  readonly retryCount: number;
  readonly startAfter: number;
  readonly heartbeatOn: number;
  readonly failures: number;
}

/**
 * Executes a statement of `JobQueue`, which stands for a call of pg-boss, on the table or on the
 * snapshot of a transaction.
 */
export function executeJobStatement(
  jobs: Table<Job>,
  statement: string,
  [id = '', number = 0, failures = 0]: readonly unknown[],
  nowMs: number,
): readonly unknown[] {
  const update = (key: string, changes: Partial<Job>) => {
    const job = jobs.get(key);
    if (job !== undefined) jobs.set(key, { ...job, ...changes });
  };
  const key = String(id);
  if (statement.startsWith('INSERT')) {
    const startAfter = nowMs + Number(number) * 1_000;
    const common = { retryCount: 0, heartbeatOn: 0, failures: Number(failures) };
    jobs.set(key, { ...common, state: 'created', startAfter });
    return [];
  }
  if (statement.startsWith('FETCH')) {
    for (const [jobId, { state, heartbeatOn }] of jobs) {
      const isSilent = heartbeatOn + heartbeatSeconds * 1_000 < nowMs;
      if (state === 'active' && isSilent) update(jobId, { state: 'retry' });
    }
    const waiting = [...jobs].find(
      ([, { state, startAfter }]) =>
        (state === 'created' || state === 'retry') && startAfter <= nowMs,
    );
    if (waiting === undefined) return [];
    const [found, { state, ...job }] = waiting;
    const retryCount = state === 'retry' ? job.retryCount + 1 : job.retryCount;
    update(found, { state: 'active', retryCount, heartbeatOn: nowMs });
    return [{ id: found, retryCount, data: { failures: job.failures } }];
  }
  const job = jobs.get(key);
  // The worker no longer has the job.
  if (job?.state !== 'active' || job.retryCount !== number) return [];
  if (statement.startsWith('TOUCH')) update(key, { heartbeatOn: nowMs });
  else if (statement.startsWith('COMPLETE')) update(key, { state: 'completed' });
  else update(key, { state: 'retry', startAfter: nowMs + 1_000 });
  return [];
}

/** The queue of a process. The model of the database answers its statements. */
export class JobQueue implements SliceSender {
  readonly #store: Store;
  readonly #process: RunProcess;

  constructor(store: Store, process: RunProcess) {
    this.#store = store;
    this.#process = process;
  }

  readonly send: SliceSender['send'] = async ({ db }, toSend) => {
    for (const { id, inSeconds = 0, failures = 0 } of toSend) {
      await sql`INSERT JOB ${id}, ${inSeconds}, ${failures}`.execute(db);
    }
  };

  readonly complete: SliceSender['complete'] = async ({ db }, { id, retryCount }) => {
    await sql`COMPLETE JOB ${id}, ${retryCount}`.execute(db);
  };

  /** Does the work of the next job, with heartbeats. Resolves to false if there is none. */
  async workOnNext(work: (job: SliceJob) => Promise<void>): Promise<boolean> {
    const db = getPlainDb(this.#store);
    const { timing } = this.#process;
    const { rows } = await sql<SliceJob>`FETCH JOB`.execute(db);
    const [job] = rows;
    if (job === undefined) return false;
    const { id, retryCount } = job;
    const heartbeatEnd = new AbortController();
    const beat = async () => {
      for (;;) {
        await timing.sleep(heartbeatRefreshSeconds * 1_000, heartbeatEnd.signal);
        if (heartbeatEnd.signal.aborted) return;
        await sql`TOUCH JOB ${id}, ${retryCount}`.execute(db).catch(() => undefined);
      }
    };
    void beat();
    try {
      await work(job);
      await this.complete({ ...this.#store, db }, job);
    } catch (error) {
      await sql`FAIL JOB ${id}, ${retryCount}`.execute(db);
      throw error;
    } finally {
      heartbeatEnd.abort();
    }
    return true;
  }
}
