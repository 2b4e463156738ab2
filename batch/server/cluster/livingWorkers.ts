import { randomUUID } from 'node:crypto';
import { sql, type SqlBool } from 'kysely';
import type { Store } from '../db/store.js';
import type { HealthAsk } from './healthStore.js';
import type { GaugeSource } from './metrics.js';
import { retryWhileUnavailable } from '../db/retry.js';

const heartbeatMs = 10_000;
/** The pause after a heartbeat that failed. */
const retryMs = 1_000;
/** Three missed heartbeats. */
const lives = sql<SqlBool>`heard_at > now() - interval '35 seconds'`;

/** SQL that is true while any worker lives. */
export const someWorkerLives = sql<boolean>`EXISTS (SELECT 1 FROM worker WHERE ${lives})`;

/** The message of a run whose rows wait for a worker. */
export const noWorkerSaid =
  'No worker is running, so nothing is sent and no scores are fetched. The run goes on by itself as soon as whoever looks after the server has started one (rwa worker).';

/** Records that this worker lives, from now on. Resolves to a function that ends this. */
export async function startHeartbeat({ db }: Pick<Store, 'db'>): Promise<() => Promise<void>> {
  const id = randomUUID();
  const beat = () =>
    sql`
      INSERT INTO worker (id) VALUES (${id})
      ON CONFLICT (id) DO UPDATE SET heard_at = now()`.execute(db);
  // Workers that were killed.
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
    // It would add the worker again.
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
