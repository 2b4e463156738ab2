import { z } from 'zod/v4';
import type { Settings } from '../api/shapes.js';
import { namedSetting, setNamedSetting } from './namedSetting.js';
import type { Store } from './store.js';

const stored = z.object({
  webhookUrl: z.string().nullable(),
  retentionDays: z.number().nullable(),
});

/** The settings of the server; what was never set is null. */
export function settingsOf(store: Store): Settings {
  const found = namedSetting(store, 'settings');
  return found === undefined ? { webhookUrl: null, retentionDays: null } : stored.parse(found);
}

/** Stores the settings of the server, in place of those before. */
export function storeSettings(store: Store, settings: Settings): void {
  setNamedSetting(store, 'settings', settings);
}
