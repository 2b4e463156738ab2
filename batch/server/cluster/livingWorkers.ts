import { randomUUID } from 'node:crypto';
import { sql, type SqlBool } from 'kysely';
import type { Store } from '../db/store.js';
import type { HealthAsk } from './healthStore.js';
import type { GaugeSource } from './metrics.js';
import type { SliceQueue } from './queue.js';
import { retryWhileUnavailable } from '../db/retry.js';

const heartbeatMs = 10_000;
/** The pause after a heartbeat that failed. */
const retryMs = 1_000;
/** True for a worker that has missed at most three heartbeats. */
const lives = sql<SqlBool>`heard_at > now() - interval '35 seconds'`;

/** SQL that is true while any worker lives. */
export const someWorkerLives = sql<boolean>`EXISTS (SELECT 1 FROM worker WHERE ${lives})`;

/**
 * Records regularly that this worker lives, except while the queue refuses it. Resolves to a function that ends this.
 */
export async function startHeartbeat(
  { db }: Pick<Store, 'db'>,
  queue: Pick<SliceQueue, 'isRefused'> = { isRefused: false },
): Promise<() => Promise<void>> {
  const id = randomUUID();
  const beat = async () => {
    if (queue.isRefused) return;
    await sql`
      INSERT INTO worker (id) VALUES (${id})
      ON CONFLICT (id) DO UPDATE SET heard_at = now()`.execute(db);
  };
  // Deletes workers that were killed.
  await retryWhileUnavailable(() =>
    sql`DELETE FROM worker WHERE heard_at < now() - interval '1 day'`.execute(db),
  );
  await retryWhileUnavailable(beat);
  let timer: NodeJS.Timeout | undefined;
  let beating = Promise.resolve();
  const beatAfter = (ms: number) => {
    timer = setTimeout(() => {
      const next = beat().then(
        () => heartbeatMs,
        () => retryMs,
      );
      beating = next.then((nextMs) => {
        if (timer !== undefined) beatAfter(nextMs);
      });
    }, ms);
  };
  beatAfter(heartbeatMs);
  return async () => {
    clearTimeout(timer);
    timer = undefined;
    // A heartbeat that is under way would add the worker again.
    await beating;
    await db
      .deleteFrom('worker')
      .where('id', '=', id)
      .execute()
      .catch(() => undefined);
  };
}

/** Counts the live workers. */
export function livingWorkers(ask: HealthAsk): GaugeSource {
  return {
    name: 'rwa_workers',
    help: 'Workers that live; the same in every process',
    read: async () => {
      const [found] = await ask((db) =>
        sql<{
          workers: number;
        }>`SELECT count(*)::int AS workers FROM worker WHERE ${lives}`.execute(db),
      );
      return [{ value: found?.workers ?? 0 }];
    },
  };
}
