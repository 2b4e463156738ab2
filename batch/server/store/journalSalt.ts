import { randomBytes } from 'node:crypto';
import type { Store } from './store.js';

/**
 * What all journals of a server hash with, made once: the same row has the same key in two sheets, so that
 * it is not sent twice.
 */
export function journalSalt({ db }: Store): string {
  const name = 'journal_salt';
  db.prepare('INSERT OR IGNORE INTO setting (name, value) VALUES (?, ?)').run(
    ...[name, JSON.stringify(randomBytes(16).toString('base64url'))],
  );
  const found = db.prepare('SELECT value FROM setting WHERE name = ?').get(name);
  return JSON.parse(found?.value as string) as string;
}
