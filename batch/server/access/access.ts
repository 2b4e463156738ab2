import type { Context } from 'hono';
import type { Language } from '../contract/languages.js';
import type { Log, Right } from '../contract/shapes.js';
import type { Store } from '../db/store.js';
import type { Accounts, Identify } from './accounts.js';
import type { Caller } from './caller.js';
import type { MemberAction } from './logActions.js';
import type { OpenId } from './openId.js';
import type { PublicAddress } from './publicAddress.js';
import type { SignIn } from './signIn.js';

export interface Access extends Pick<
  Accounts,
  'members' | 'links' | 'tokens' | 'sessions' | 'log' | 'logByServer'
> {
  findCaller(request: Request): Promise<Caller | undefined>;
  /** Also finds members who have left; for an unknown id, returns the id itself. */
  findName(memberId: string): Promise<string>;
  findNames(memberIds: Iterable<string>): Promise<(memberId: string) => string>;
  /** Returns the newest entry first. `after` is the `next` of the previous page. */
  logPage(after: number | undefined, language: Language): Promise<Log>;

  readonly signIn: SignIn;
  readonly publicAddress: PublicAddress;
  readonly openId: OpenId | undefined;
  clientAddress(context: Context): string;

  /** `work` may be called again, so it must change only the database. */
  inTransaction<T>(work: (accounts: Accounts, tx: Store) => Promise<T>): Promise<T>;
  /**
   * Checks the right in the same transaction: of two administrators who remove each other at once, only one succeeds.
   */
  change<T>(
    caller: Caller,
    right: Right,
    work: (accounts: Accounts, tx: Store) => Promise<T>,
  ): Promise<T>;
  /** Logs `action` in the transaction that begins the session. The browser's earlier session ends. */
  begin(
    context: Context,
    identify: Identify,
    action: MemberAction,
    lastsMs?: number,
  ): Promise<Caller>;
  end(context: Context): Promise<void>;
}
