import { z } from 'zod/v4';
import type { Settings } from '../contract/shapes.js';
import type { Store } from '../db/store.js';
import { namedSetting, setNamedSetting } from './namedSetting.js';

const stored = z.object({
  webhookUrl: z.string().nullable(),
  retentionDays: z.number().nullable(),
});

/** The settings of the server; those that were never set are null. */
export async function readSettings(store: Store): Promise<Settings> {
  const found = await namedSetting(store, 'settings');
  return found === undefined ? { webhookUrl: null, retentionDays: null } : stored.parse(found);
}

/** Stores the settings of the server, in place of those before. */
export function storeSettings(store: Store, settings: Settings): Promise<void> {
  return setNamedSetting(store, 'settings', settings);
}
