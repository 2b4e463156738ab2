import { z } from 'zod/v4';
import type { Store } from '../db/store.js';
import { RefusalError } from '../refusalError.js';
import { readNamedSetting, setNamedSetting } from '../settings/settingStore.js';

const settingName = 'runs_pause';
const storedPause = z.object({
  /** The name of an administrator. */
  by: z.string(),
  /** ISO 8601. */
  at: z.string(),
  /** The active runs at the beginning of the pause. */
  runs: z.array(z.string()),
});

/** The pause lasts until an administrator ends it. */
export type RunsPause = Readonly<z.infer<typeof storedPause>>;

export async function findRunsPause(store: Pick<Store, 'db'>): Promise<RunsPause | undefined> {
  return storedPause.optional().parse(await readNamedSetting(store, settingName));
}

/** Call this in the transaction that queues a run. */
export async function assertRunsNotPaused(store: Pick<Store, 'db'>): Promise<void> {
  const pause = await findRunsPause(store);
  if (pause === undefined) return;
  throw new RefusalError('conflict', (t) => t(($) => $.runs.allPaused, { name: pause.by }));
}

export function beginRunsPause(store: Pick<Store, 'db'>, pause: RunsPause): Promise<void> {
  return setNamedSetting(store, settingName, pause);
}

export async function endRunsPause({ db }: Pick<Store, 'db'>): Promise<void> {
  await db.deleteFrom('setting').where('name', '=', settingName).execute();
}
