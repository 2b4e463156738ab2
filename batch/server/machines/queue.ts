// pg-boss: jobs that are sent in our transactions, and found again when a worker has died.
import { PgBoss } from 'pg-boss';
import type { HealthAsk } from './healthStore.js';
import type { GaugeSource } from './metrics.js';
import { Outage } from './outage.js';
import type { Ask } from './sharedDatabase.js';

const schema = 'rwa_queue';
const slices = 'slices';
/** A worker says that it lives twice in this time; the least that pg-boss takes is 10. */
const heartbeatSeconds = 12;
const heartbeatRefreshSeconds = 4;
/** How often dead workers are looked for. */
const superviseSeconds = 4;
const pollSeconds = 0.5;
/** The queue asks more often, also while the database is away: when it has been quiet for so long, that is back. */
const quietMs = 30_000;
/** A day, the most that pg-boss takes. */
const longestSeconds = 86_399;
/** A worker may die as often as it likes. */
const retryLimit = 1_000_000;
const connections = 3;

/** The job of a slice. */
interface SliceJob {
  readonly slice: string;
}

/** A slice that is to be worked on, at once or in so many seconds. */
export interface SliceToSend {
  readonly slice: string;
  readonly inSeconds?: number | undefined;
}

/** The queue of slices: each is one job, which is given to one worker at a time, and again when that has died. */
export class SliceQueue {
  readonly #boss: PgBoss;

  private constructor(boss: PgBoss) {
    this.#boss = boss;
  }

  /** Opens the queue, and makes it in a new database. */
  static async open(
    url: string,
    { isWorker }: { readonly isWorker: boolean },
  ): Promise<SliceQueue> {
    const boss = new PgBoss({
      ...{ connectionString: url, schema, max: connections, application_name: 'rwa queue' },
      ...{ schedule: false, supervise: isWorker },
      superviseIntervalSeconds: superviseSeconds,
      monitorIntervalSeconds: superviseSeconds,
    });
    // The database may be away: what was asked is asked again.
    boss.on('error', saysOnce());
    try {
      await boss.start();
      await boss.createQueue(slices, {
        ...{ retryLimit, retryDelay: 0, heartbeatSeconds },
        ...{ expireInSeconds: longestSeconds, deleteAfterSeconds: 3_600 },
      });
    } catch (error) {
      // Its timers and connections would keep the process.
      await boss.stop({ graceful: false }).catch(() => undefined);
      throw error;
    }
    return new SliceQueue(boss);
  }

  /** Sends slices, in the transaction that `ask` asks in. */
  async send(ask: Ask, toSend: readonly SliceToSend[]): Promise<void> {
    const db = {
      executeSql: async (sql: string, values: unknown[] = []) => ({
        rows: [...(await ask(sql, ...values))],
      }),
    };
    const jobs = toSend.map(({ slice, inSeconds = 0 }) => ({
      data: { slice } satisfies SliceJob,
      ...(inSeconds > 0 ? { startAfter: Math.ceil(inSeconds) } : {}),
    }));
    if (jobs.length > 0) await this.#boss.insert(slices, jobs, { db });
  }

  /** Works on so many slices at a time, as they come. What throws is tried again, also elsewhere. */
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

/** How long the slice has waited that waits longest. Without a value until some process has opened the queue. */
export function queueAge(ask: HealthAsk): GaugeSource {
  return {
    name: 'rwa_queue_age_seconds',
    help: 'How long the slice has waited that waits longest; the same in every process',
    read: async () => {
      const [found] = await ask(
        `SELECT coalesce(extract(epoch FROM now() - min(start_after)), 0)::float8 AS seconds
         FROM ${schema}.job
         WHERE name = '${slices}' AND state < 'active' AND start_after <= now()`,
      );
      return [{ value: (found?.seconds as number | undefined) ?? 0 }];
    },
  };
}

function saysOnce(): (error: Error) => void {
  const outage = new Outage('The queue of slices');
  let quiet: NodeJS.Timeout | undefined;
  return (error) => {
    // Of some, pg-boss gives what they have in an object of its own.
    outage.failed(error instanceof Error ? error : Object.assign(new Error(), error));
    clearTimeout(quiet);
    quiet = setTimeout(() => {
      outage.over();
    }, quietMs);
    quiet.unref();
  };
}
