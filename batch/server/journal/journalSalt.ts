import { randomBytes } from 'node:crypto';
import type { Store } from '../db/store.js';
import { namedSetting } from '../settings/namedSetting.js';

const name = 'journal_salt';

/**
 * Returns the salt of all journals of a server, and creates it once. With the same salt, the same row has the same
 * key in two sheets, so that it is not sent twice.
 */
export async function journalSalt(store: Pick<Store, 'db'>): Promise<string> {
  const known = await namedSetting(store, name);
  if (typeof known === 'string') return known;
  const value = JSON.stringify(randomBytes(16).toString('base64url'));
  await store.db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  // Another process may have been first.
  return journalSalt(store);
}
