import { randomUUID } from 'node:crypto';
import type { GaugeSource } from './metrics.js';
import type { HealthAsk } from './healthStore.js';
import { type SharedDatabase, whileAway } from './sharedDatabase.js';

/** How often a worker says that it lives, and for how long that counts. */
const sayEveryMs = 10_000;
const livesSeconds = 35;

const lives = `heard_at > now() - interval '${livesSeconds} seconds'`;

/** SQL that is true while any worker lives. */
export const someWorkerLives = `EXISTS (SELECT 1 FROM worker WHERE ${lives})`;

/** What a run says whose rows wait for a worker. */
export const noWorkerSaid =
  'No worker is running, so no row is sent. The run goes on by itself as soon as whoever looks after the server has started one (rwa worker).';

/** Says that this worker lives, from now on. Resolves to what ends that. */
export async function sayThatItLives({
  ask,
}: Pick<SharedDatabase, 'ask'>): Promise<() => Promise<void>> {
  const id = randomUUID();
  const say = () =>
    ask(
      `WITH gone AS (DELETE FROM worker WHERE NOT ${lives} AND id <> $1)
       INSERT INTO worker (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET heard_at = now()`,
      id,
    );
  await whileAway(say);
  const timer = setInterval(() => {
    // While the database is away, nobody asks.
    say().catch(() => undefined);
  }, sayEveryMs);
  return async () => {
    clearInterval(timer);
    await ask('DELETE FROM worker WHERE id = $1', id).catch(() => undefined);
  };
}

/** How many workers live. */
export function livingWorkers(ask: HealthAsk): GaugeSource {
  return {
    name: 'rwa_workers',
    help: 'Workers that live; the same in every process',
    read: async () => {
      const [found] = await ask(`SELECT count(*)::int AS workers FROM worker WHERE ${lives}`);
      return [{ value: found?.workers as number }];
    },
  };
}
