import { randomBytes } from 'node:crypto';
import { namedSetting } from './namedSetting.js';
import type { Store } from './store.js';

/**
 * What all journals of a server hash with, made once: the same row has the same key in two sheets, so that
 * it is not sent twice.
 */
export function journalSalt(store: Store): string {
  const name = 'journal_salt';
  store.db
    .prepare('INSERT INTO setting (name, value) VALUES (?, ?) ON CONFLICT (name) DO NOTHING')
    .run(...[name, JSON.stringify(randomBytes(16).toString('base64url'))]);
  return namedSetting(store, name) as string;
}
