import { z } from 'zod/v4';
import type { Settings } from '../api/shapes.js';
import type { Store } from './store.js';

const stored = z.object({
  webhookUrl: z.string().nullable(),
  retentionDays: z.number().nullable(),
});

/** The settings of the server; what was never set is null. */
export function settingsOf({ db }: Store): Settings {
  const found = db.prepare("SELECT value FROM setting WHERE name = 'settings'").get();
  if (found === undefined) return { webhookUrl: null, retentionDays: null };
  return stored.parse(JSON.parse(found.value as string));
}

/** Stores the settings of the server, in place of those before. */
export function storeSettings({ db }: Store, settings: Settings): void {
  db.prepare("INSERT OR REPLACE INTO setting (name, value) VALUES ('settings', ?)").run(
    JSON.stringify(settings),
  );
}
