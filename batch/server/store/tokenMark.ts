import { createHmac } from 'node:crypto';
import { journalSalt } from './journalSalt.js';
import { namedSetting, setNamedSetting } from './namedSetting.js';
import type { Store } from './store.js';
import { inTransaction } from './transaction.js';

/**
 * Notes which company token a process has that shares the database, by a hash. Gives what to say where those before
 * it had another one: with two companies' tokens, each company would get some of the people.
 */
export function tokenWarning(store: Store, token: string): string | undefined {
  const mark = createHmac('sha256', journalSalt(store)).update(token).digest('base64url');
  return inTransaction(store, () => {
    const before = namedSetting(store, 'token_mark');
    setNamedSetting(store, 'token_mark', mark);
    if (before === undefined || before === mark) return undefined;
    return 'This process has another company token than the one that started before it. If your company has changed its token, restart the other processes with the new one. If the token belongs to another company, stop this process: it would send people of yours to that company.';
  });
}
