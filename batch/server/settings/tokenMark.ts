import { createHmac } from 'node:crypto';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { readJournalSalt } from '../journal/openStoredJournal.js';
import { readNamedSetting, setNamedSetting } from './settingStore.js';

/**
 * Warns if the process that started before had another token: with tokens of two companies, data about people would be
 * sent to the wrong company.
 */
export function recordTokenMark(store: Store, token: string): Promise<string | undefined> {
  return inTransaction(store, async (tx) => {
    const mark = createHmac('sha256', await readJournalSalt(tx))
      .update(token)
      .digest('base64url');
    const formerMark = await readNamedSetting(tx, 'token_mark');
    await setNamedSetting(tx, 'token_mark', mark);
    if (formerMark === undefined || formerMark === mark) return undefined;
    return 'This process has another company token than the one that started before it. If your company has changed its token, restart the other processes with the new one. If the token belongs to another company, stop this process: it would send data about your people to that company.';
  });
}
