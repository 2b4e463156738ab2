import { limits, type Limits } from '../contract/shapes.js';
import type { Store } from '../db/store.js';
import type { RunSettings } from '../runs/sheetRun.js';
import { readNamedSetting, setNamedSetting } from '../settings/settingStore.js';

const settingName = 'limits';

/** These limits apply until an administrator changes them. */
export const defaultLimits: Limits = { perSecond: null, concurrency: 5 };

/** Reads the limits of a server on one machine. */
export async function readOwnLimits(store: Pick<Store, 'db'>): Promise<Limits> {
  return limits.optional().parse(await readNamedSetting(store, settingName)) ?? defaultLimits;
}

export function storeOwnLimits(store: Pick<Store, 'db'>, newLimits: Limits): Promise<void> {
  return setNamedSetting(store, settingName, newLimits);
}

export function toRunSettings({ concurrency, perSecond }: Limits) {
  return {
    concurrency,
    spacingMs: perSecond === null ? 0 : 1_000 / perSecond,
  } satisfies RunSettings;
}
