import type { Store } from '../db/store.js';
import { namedSetting, setNamedSetting } from '../settings/settingStore.js';

const name = 'answer_ms';
/** Smaller relative changes are not written, because many workers write this setting, and a plan is only an estimate. */
const minChange = 0.25;

/** Returns how long the latest answer of the service took, in milliseconds; undefined before the first. */
export async function readAnswerMs(store: Pick<Store, 'db'>): Promise<number | undefined> {
  const found = await namedSetting(store, name);
  return typeof found === 'number' ? found : undefined;
}

/**
 * Stores how long the latest answer took, for the plans of all processes; 0 if there was none. Never rejects, because the
 * next run stores it again.
 */
export async function noteAnswerMs(store: Pick<Store, 'db'>, ms: number): Promise<void> {
  try {
    const before = (await readAnswerMs(store)) ?? 0;
    const isOther = ms > 0 && Math.abs(ms - before) > before * minChange;
    if (isOther) await setNamedSetting(store, name, ms);
  } catch {
    // Until then, plans use the time of an earlier answer.
  }
}
