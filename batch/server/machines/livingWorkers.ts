import { randomUUID } from 'node:crypto';
import type { GaugeSource } from './metrics.js';
import type { HealthAsk } from './healthStore.js';
import { type SharedDatabase, whileAway } from './sharedDatabase.js';

/** How often a worker says that it lives, and how soon again when that has failed. */
const sayEveryMs = 10_000;
const sayAgainMs = 1_000;
/** For how long that counts. */
const livesSeconds = 35;

const lives = `heard_at > now() - interval '${livesSeconds} seconds'`;

/** SQL that is true while any worker lives. */
export const someWorkerLives = `EXISTS (SELECT 1 FROM worker WHERE ${lives})`;

/** What a run says whose rows wait for a worker. */
export const noWorkerSaid =
  'No worker is running, so nothing is sent and no scores are fetched. The run goes on by itself as soon as whoever looks after the server has started one (rwa worker).';

/** Says that this worker lives, from now on. Resolves to what ends that. */
export async function sayThatItLives({
  ask,
}: Pick<SharedDatabase, 'ask'>): Promise<() => Promise<void>> {
  const id = randomUUID();
  const say = () =>
    ask('INSERT INTO worker (id) VALUES ($1) ON CONFLICT (id) DO UPDATE SET heard_at = now()', id);
  // Those that could not say that they end.
  await whileAway(() => ask("DELETE FROM worker WHERE heard_at < now() - interval '1 day'"));
  await whileAway(say);
  let timer: NodeJS.Timeout | undefined;
  const sayLater = (inMs: number) => {
    timer = setTimeout(() => {
      const next = say().then(
        () => sayEveryMs,
        () => sayAgainMs,
      );
      void next.then((nextMs) => {
        if (timer !== undefined) sayLater(nextMs);
      });
    }, inMs);
  };
  sayLater(sayEveryMs);
  return async () => {
    clearTimeout(timer);
    timer = undefined;
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
