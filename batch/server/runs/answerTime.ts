import type { Store } from '../db/store.js';
import { namedSetting, setNamedSetting } from '../settings/settingStore.js';

const name = 'answer_ms';
/** Smaller changes are not written: many workers write this setting, and a plan shows it only roughly. */
const minChange = 0.25;

/** How long the service took for its latest answer, in milliseconds; undefined before the first. */
export async function readAnswerMs(store: Pick<Store, 'db'>): Promise<number | undefined> {
  const found = await namedSetting(store, name);
  return typeof found === 'number' ? found : undefined;
}

/**
 * Stores how long the latest answer took, for the plans of all processes; 0 if there was none. Never rejects, as the
 * next run stores another one.
 */
export async function noteAnswerMs(store: Pick<Store, 'db'>, ms: number): Promise<void> {
  try {
    const before = (await readAnswerMs(store)) ?? 0;
    const isOther = ms > 0 && Math.abs(ms - before) > before * minChange;
    if (isOther) await setNamedSetting(store, name, ms);
  } catch {
    // A plan shows the time of an earlier answer.
  }
}
