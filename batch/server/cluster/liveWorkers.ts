import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { sql, type SqlBool } from 'kysely';
import manifest from '../../package.json' with { type: 'json' };
import type { Operations } from '../contract/shapes.js';
import type { Store } from '../db/store.js';
import type { TokenState } from '../operations/tokenState.js';
import type { RunHealthQuery } from './healthStore.js';
import type { GaugeSource } from './metrics.js';
import { sliceJobs, type SliceQueue } from './queue.js';
import { retryWhileUnavailable } from '../db/retry.js';

const heartbeatMs = 10_000;
const retryMs = 1_000;
/** A live worker has missed at most three heartbeats. */
const isLive = sql<SqlBool>`heard_at > now() - interval '35 seconds'`;

/** A silent worker may be frozen or without the database, and keeps answers for this time: see `answersAreKeptMs`. */
const mayLive = sql<SqlBool>`heard_at > now() - interval '15 minutes'`;

export const someWorkerTakesSlices = sql<boolean>`
  EXISTS (SELECT 1 FROM worker WHERE ${isLive} AND NOT is_draining)`;

export interface RegisteredWorker {
  readonly id: string;
  readonly token?: Readonly<TokenState>;
  readonly setDraining: (isDraining: boolean) => void;
}

/**
 * Sends no heartbeats while the database refuses the statements of the queue. The returned function stops the
 * heartbeats and deletes the worker.
 */
export async function startHeartbeat(
  { db }: Pick<Store, 'db'>,
  queue: Pick<SliceQueue, 'isRefused'> = { isRefused: false },
  { id, token, setDraining }: RegisteredWorker = { id: randomUUID(), setDraining: () => undefined },
): Promise<() => Promise<void>> {
  let isDraining = false;
  const sendHeartbeat = async () => {
    if (queue.isRefused) return;
    const { rows } = await sql<{ is_draining: boolean }>`
      INSERT INTO worker (id, host, pid, version, is_token_refused)
      VALUES (${id}, ${hostname()}, ${process.pid}, ${manifest.version}, ${token?.isRefused === true})
      ON CONFLICT (id) DO UPDATE
      SET heard_at = now(), is_token_refused = EXCLUDED.is_token_refused
      RETURNING is_draining`.execute(db);
    const wasDraining = isDraining;
    isDraining = rows[0]?.is_draining === true;
    if (isDraining !== wasDraining) setDraining(isDraining);
  };
  // A worker without a heartbeat for a day was killed.
  await retryWhileUnavailable(() =>
    sql`DELETE FROM worker WHERE heard_at < now() - interval '1 day'`.execute(db),
  );
  await retryWhileUnavailable(sendHeartbeat);
  let timer: NodeJS.Timeout | undefined;
  let sending = Promise.resolve();
  const scheduleHeartbeat = (ms: number) => {
    timer = setTimeout(() => {
      const next = sendHeartbeat().then(
        () => heartbeatMs,
        () => retryMs,
      );
      sending = next.then((nextMs) => {
        if (timer !== undefined) scheduleHeartbeat(nextMs);
      });
    }, ms);
  };
  scheduleHeartbeat(heartbeatMs);
  return async () => {
    clearTimeout(timer);
    timer = undefined;
    // A heartbeat in progress would add the worker again.
    await sending;
    await db
      .deleteFrom('worker')
      .where('id', '=', id)
      .execute()
      .catch(() => undefined);
  };
}

type WorkerRow = Omit<Operations['workers'][number], 'startedAt' | 'seenAt'> & {
  readonly startedAt: Date;
  readonly seenAt: Date;
};

/** Includes killed workers, until the start of another worker deletes them a day later. */
export async function listWorkers({ db }: Pick<Store, 'db'>): Promise<Operations['workers']> {
  const { rows } = await sql<WorkerRow>`
    SELECT id, host, pid, version, started_at AS "startedAt", heard_at AS "seenAt",
      is_draining AS "isDraining", is_token_refused AS "isTokenRefused",
      CASE WHEN ${isLive} THEN 'live' WHEN ${mayLive} THEN 'silent' ELSE 'dead' END AS state,
      (SELECT count(*)::int FROM slice JOIN ${sliceJobs} ON job.id = slice.id
       WHERE slice.worker = worker.id AND job.state = 'active' AND retry_count = attempt) AS "inHand"
    FROM worker ORDER BY host, started_at, id`.execute(db);
  return rows.map((row) => ({
    ...row,
    startedAt: row.startedAt.toISOString(),
    seenAt: row.seenAt.toISOString(),
  }));
}

export function createLiveWorkersGauge(ask: RunHealthQuery): GaugeSource {
  return {
    name: 'rwa_workers',
    help: 'Live workers; the same in every process',
    read: async () => {
      const [found] = await ask((db) =>
        sql<{
          workers: number;
        }>`SELECT count(*)::int AS workers FROM worker WHERE ${isLive}`.execute(db),
      );
      return [{ value: found?.workers ?? 0 }];
    },
  };
}
