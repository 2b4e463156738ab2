// pg-boss: jobs that are sent in our transactions, and sent again when a worker has died.
import { CompiledQuery, sql } from 'kysely';
import { type Db, PgBoss } from 'pg-boss';
import { DatabaseError, toDatabaseError } from '../db/errors.js';
import type { Store } from '../db/store.js';
import type { HealthAsk } from './healthStore.js';
import type { GaugeSource } from './metrics.js';
import { Outage } from '../outage.js';

const schema = 'rwa_queue';
const slices = 'slices';
/** A job whose worker was silent for this time is sent again; the minimum of pg-boss is 10. */
const heartbeatSeconds = 12;
const heartbeatRefreshSeconds = 4;
/** How often dead workers are looked for. */
const superviseSeconds = 4;
const pollSeconds = 0.5;
/** The queue polls more often, also while the database is away: after this time without an error it is back. */
const quietMs = 30_000;
/** A day, the maximum of pg-boss. */
const longestSeconds = 86_399;
/** Practically unlimited: a job ends when its run does. */
const retryLimit = 1_000_000;

/** The job of a slice. */
interface SliceJob {
  readonly slice: string;
}

/** A slice for the queue, now or after a delay. */
export interface SliceToSend {
  readonly slice: string;
  readonly inSeconds?: number | undefined;
}

/** The queue of slices: each job is given to one worker at a time, and to another one if that dies. */
export class SliceQueue {
  readonly #boss: PgBoss;

  private constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  /** Opens the queue on the connections of the store, and creates it in a new database. */
  static async open(
    store: Store,
    { isWorker }: { readonly isWorker: boolean },
  ): Promise<SliceQueue> {
    const boss = new PgBoss({
      db: poolDatabase(store),
      schema,
      schedule: false,
      supervise: isWorker,
      superviseIntervalSeconds: superviseSeconds,
      monitorIntervalSeconds: superviseSeconds,
      // It takes longer than a statement of the store may.
      reindex: false,
    });
    // While the database is away, pg-boss tries again by itself.
    boss.on('error', logOncePerOutage());
    try {
      await boss.start();
      await boss.createQueue(slices, {
        retryLimit,
        retryDelay: 0,
        heartbeatSeconds,
        expireInSeconds: longestSeconds,
        deleteAfterSeconds: 3_600,
      });
    } catch (error) {
      // Otherwise its timers would keep the process.
      await boss.stop({ graceful: false }).catch(() => undefined);
      throw error;
    }
    return new SliceQueue(boss);
  }

  /** Sends slices in a transaction. */
  async send(tx: Store, toSend: readonly SliceToSend[]): Promise<void> {
    const jobs = toSend.map(({ slice, inSeconds = 0 }) => ({
      data: { slice } satisfies SliceJob,
      ...(inSeconds > 0 ? { startAfter: Math.ceil(inSeconds) } : {}),
    }));
    if (jobs.length > 0) await this.#boss.insert(slices, jobs, { db: transactionDatabase(tx) });
  }

  /** Works on as many slices at a time. A job whose work throws is sent again, maybe to another worker. */
  async work(atOnce: number, work: (slice: string) => Promise<void>): Promise<void> {
    const options = {
      ...{ localConcurrency: atOnce, batchSize: 1, pollingIntervalSeconds: pollSeconds },
      heartbeatRefreshSeconds,
    };
    await this.#boss.work<SliceJob>(slices, options, async (jobs) => {
      for (const { data } of jobs) await work(data.slice);
    });
  }

  /** Takes no more slices. */
  async stopTaking(): Promise<void> {
    await this.#boss.offWork(slices, { wait: false });
  }

  async close(): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: 30_000 });
  }
}

/** Gauges the longest time that a slice has waited. No value until some process has opened the queue. */
export function queueAge(ask: HealthAsk): GaugeSource {
  return {
    name: 'rwa_queue_age_seconds',
    help: 'How long the slice has waited that waits longest; the same in every process',
    read: async () => {
      const [found] = await ask((db) =>
        sql<{ seconds: number }>`
          SELECT coalesce(extract(epoch FROM now() - min(start_after)), 0)::float8 AS seconds
          FROM ${sql.table(`${schema}.job`)}
          WHERE name = ${slices} AND state < 'active' AND start_after <= now()`.execute(db),
      );
      return [{ value: found?.seconds ?? 0 }];
    },
  };
}

function transactionDatabase({ db }: Store): Db {
  return {
    executeSql: async (text, values = []) => {
      const { rows } = await db.executeQuery(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
}

/** Runs the statements of pg-boss on the connections of the store. */
function poolDatabase({ postgres }: Store): Db {
  if (postgres === undefined) throw new Error('Only Postgres has a queue.');
  const { pool, timeoutMs } = postgres;
  return {
    executeSql: async (text, values) => {
      const client = await pool.connect(timeoutMs);
      let isBroken = true;
      try {
        const result = await client.query(text, values);
        isBroken = false;
        return result;
      } catch (error) {
        throw toDatabaseError(error);
      } finally {
        // After an error, the connection may be in a transaction: some texts contain their own BEGIN and COMMIT.
        client.release(isBroken);
      }
    },
  };
}

function logOncePerOutage(): (error: Error) => void {
  const outage = new Outage('The queue of slices');
  let quiet: NodeJS.Timeout | undefined;
  return (error) => {
    // pg-boss emits some errors as plain objects.
    outage.failed(error instanceof Error ? error : Object.assign(new DatabaseError(''), error));
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      outage.over();
    }, quietMs);
    quiet.unref();
  };
}
