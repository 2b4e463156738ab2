// Each slice of a run is a job of pg-boss. It is leased to one worker, and to another worker if the first one dies.
import { CompiledQuery, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { ConstructorOptions, Db, Job, PgBoss } from 'pg-boss';
import { DatabaseError, isTransient, toDatabaseError } from '../db/errors.js';
import type { Store } from '../db/store.js';
import type { RunHealthQuery } from './healthStore.js';
import type { GaugeSource } from './metrics.js';
import { OutageLog } from '../outageLog.js';

const schema = 'rwa_queue';
const slices = 'slices';
/** After this time without a heartbeat, another worker gets the slice. See `lateMs` in runWithLease.ts. */
export const heartbeatSeconds = 20;
/** The pause between heartbeats. A few may fail, while the database restarts, before the worker stops sending. */
export const heartbeatRefreshSeconds = 3;
/** A statement of pg-boss that takes longer fails: a heartbeat on a dead connection must fail in time. */
const statementMs = 5_000;
const superviseSeconds = 4;
const pollSeconds = 0.5;
/** After this time without an error, the queue counts as working: it polls more often than this. */
const quietMs = 30_000;
/** pg-boss allows a day at most. */
const expireSeconds = 86_399;
/** With pauses that double up to `retryDelayMax`, a slice is tried for about ten minutes. */
const retries = { retryLimit: 15, retryDelay: 1, retryBackoff: true, retryDelayMax: 60 };
const queueOptions = {
  ...retries,
  heartbeatSeconds,
  expireInSeconds: expireSeconds,
  deleteAfterSeconds: 3_600,
};

/** The job has the ID of the slice. */
interface SliceData {
  /** The number of consecutive attempts without the service; 1 after the service refused the token of a worker. */
  readonly failures: number;
}

/** `retryCount` increases each time the queue gives out the same job again. */
export type SliceJob = Pick<Job<SliceData>, 'id' | 'retryCount' | 'data'>;

export interface SliceToSend {
  readonly id: string;
  readonly inSeconds?: number;
  readonly failures?: number;
}

/** The sender also works in a process or thread that has started no queue. */
export const sliceSender = {
  async send(tx: Store, toSend: readonly SliceToSend[]): Promise<void> {
    const jobs = toSend.map(({ id, inSeconds = 0, failures = 0 }) => ({
      id,
      data: { failures } satisfies SliceData,
      startAfter: Math.ceil(inSeconds),
    }));
    if (jobs.length > 0) await (await bossInTransaction(tx)).insert(slices, jobs);
  },

  /** Completes a job, if its worker still has it. */
  async complete(tx: Store, { id, retryCount }: Omit<SliceJob, 'data'>): Promise<void> {
    await (await bossInTransaction(tx)).complete(slices, { id, retryCount });
  },
};

export type SliceSender = typeof sliceSender;

export class SliceQueue {
  readonly #boss: PgBoss;
  readonly #outage = new OutageLog('The queue of slices could not be used');
  /** The code of the last error; undefined if that error was transient, and after {@link quietMs} without an error. */
  #refusedWith: string | undefined;
  #quietTimer: NodeJS.Timeout | undefined;

  private constructor(boss: PgBoss) {
    this.#boss = boss;
    // pg-boss retries by itself.
    boss.on('error', this.#recordFailure);
  }

  /** True while the database answers, but refuses the statements of the queue. */
  get isRefused(): boolean {
    return this.#refusedWith !== undefined;
  }

  static async start(store: Store): Promise<SliceQueue> {
    const boss = await createBoss({
      db: poolDatabase(store),
      schedule: false,
      // Web processes supervise too, because the only worker may have died.
      superviseIntervalSeconds: superviseSeconds,
      monitorIntervalSeconds: superviseSeconds,
      registerInstance: false,
      monitorVacuum: false,
      // A reindex can take longer than the time limit for statements of the store.
      reindex: false,
    });
    const queue = new SliceQueue(boss);
    try {
      await boss.start();
      await boss.createQueue(slices, queueOptions);
      // An earlier version may have created the queue with other options.
      await boss.updateQueue(slices, queueOptions);
      return queue;
    } catch (error) {
      // Otherwise its timers would keep the process running.
      await boss.stop({ graceful: false }).catch(() => undefined);
      throw error;
    }
  }

  /** If the work on a job throws, the queue gives out the job again after a pause, maybe to another worker. */
  async work(concurrency: number, work: (job: SliceJob) => Promise<void>): Promise<void> {
    const options = {
      localConcurrency: concurrency,
      batchSize: 1,
      pollingIntervalSeconds: pollSeconds,
      heartbeatRefreshSeconds,
    };
    await this.#boss.work<SliceData>(slices, options, async (jobs) => {
      for (const job of jobs) await work(job);
    });
  }

  /** Resolves when the work on the last slice has ended. */
  async stopTaking(): Promise<void> {
    await this.#boss.offWork(slices, { wait: true });
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: 30_000 });
  }

  readonly #recordFailure = (error: Error): void => {
    // pg-boss emits some errors as plain objects.
    const failure = error instanceof Error ? error : Object.assign(new DatabaseError(''), error);
    const { code = '' } = failure as { readonly code?: string };
    // The queue polls twice a second: the same error is logged once.
    if (code !== this.#refusedWith) this.#outage.recordFailure(failure);
    this.#refusedWith = isTransient(failure) ? undefined : code;
    clearTimeout(this.#quietTimer);
    this.#quietTimer = setTimeout(() => {
      this.#outage.recordSuccess();
      this.#refusedWith = undefined;
    }, quietMs);
    this.#quietTimer.unref();
  };
}

export const sliceJobs = sql`
  (SELECT id, state::text, retry_count, heartbeat_on, start_after, output,
     coalesce((data->>'failures')::int, 0) AS failures
   FROM ${sql.table(`${schema}.job`)} WHERE name = ${sql.lit(slices)}) AS job`;

/** A dead worker has its slice until its heartbeat expires. */
export const isLeased: RawBuilder<SqlBool> = sql`
  EXISTS (SELECT 1 FROM ${sliceJobs} WHERE job.id = slice.id AND job.state = 'active')`;

/** Ends the pauses after failures. Returns the number of slices. */
export async function retryNow({ db }: Pick<Store, 'db'>): Promise<number> {
  const { rows } = await sql`
    UPDATE ${sql.table(`${schema}.job`)} SET start_after = now()
    WHERE name = ${sql.lit(slices)} AND start_after > now()
      AND (state = 'retry' OR (state = 'created' AND (data->>'failures')::int > 0))
    RETURNING 1`.execute(db);
  return rows.length;
}

/** Has no value until a process has created the queue. */
export function createQueueAgeGauge(ask: RunHealthQuery): GaugeSource {
  return {
    name: 'rwa_queue_age_seconds',
    help: 'How long the oldest waiting slice has waited; the same in every process',
    read: async () => {
      const [found] = await ask((db) =>
        sql<{ seconds: number }>`
          SELECT coalesce(extract(epoch FROM now() - min(start_after)), 0)::float8 AS seconds
          FROM ${sql.table(`${schema}.job`)}
          WHERE name = ${sql.lit(slices)} AND state < 'active' AND start_after <= now()`.execute(
          db,
        ),
      );
      return [{ value: found?.seconds ?? 0 }];
    },
  };
}

/**
 * pg-boss reads its queues before it writes jobs: if it read them on another connection, the transaction could wait for
 * itself.
 */
function bossInTransaction({ db }: Store): Promise<PgBoss> {
  const executeSql: Db['executeSql'] = async (text, values = []) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
    return { rows };
  };
  return createBoss({ db: { executeSql } });
}

/** pg-boss is large and threads start often, so it is loaded only when it is needed. */
async function createBoss(options: Omit<ConstructorOptions, 'schema'>): Promise<PgBoss> {
  const { PgBoss } = await import('pg-boss');
  return new PgBoss({ ...options, schema });
}

function poolDatabase({ postgres }: Store): Db {
  if (postgres === undefined) throw new Error('Only Postgres has a queue.');
  const { pool, timeoutMs } = postgres;
  return {
    executeSql: async (text, values = []) => {
      const client = await pool.connect(timeoutMs);
      let isBroken = true;
      try {
        const { rows } = await pool.send(client, { sql: text, parameters: values }, statementMs);
        isBroken = false;
        return { rows };
      } catch (error) {
        throw toDatabaseError(error);
      } finally {
        // After an error, the connection may be in a transaction: some texts of pg-boss contain BEGIN and COMMIT.
        client.release(isBroken);
      }
    },
  };
}
