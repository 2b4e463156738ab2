import { replacing } from './dialects.js';
import type { Store } from './store.js';

/** What the store keeps under a name for the whole server; undefined if that was never set. */
export function namedSetting({ db }: Pick<Store, 'db'>, name: string): unknown {
  const found = db.prepare('SELECT value FROM setting WHERE name = ?').get(name);
  return found === undefined ? undefined : JSON.parse(found.value as string);
}

/** Keeps a value under a name, in place of the one before. */
export function setNamedSetting({ db }: Pick<Store, 'db'>, name: string, value: unknown): void {
  db.prepare(replacing('setting', 'name', ['name', 'value'])).run(...[name, JSON.stringify(value)]);
}
