import type { Context } from 'hono';
import type { Log, Right } from '../contract/shapes.js';
import type { Store } from '../db/store.js';
import type { Accounts, Identify } from './accounts.js';
import type { Caller } from './caller.js';
import type { OpenId } from './openId.js';
import type { PublicAddress } from './publicAddress.js';
import type { SignIn } from './signIn.js';

/** Sessions, links, passwords, tokens and roles, over the store. */
export interface Access extends Pick<
  Accounts,
  'members' | 'links' | 'tokens' | 'sessions' | 'log'
> {
  /** The caller of a request by its cookie or its token; undefined for nobody. */
  callerOf(request: Request): Promise<Caller | undefined>;
  /** The name of a member, also of one who has left; the id itself if there is no such member. */
  findName(memberId: string): Promise<string>;
  /** Looks up many names at once, and returns what {@link findName} does for each of these ids. */
  findNames(memberIds: Iterable<string>): Promise<(memberId: string) => string>;
  /** Lines of the log, the newest first, those before `after`. */
  logPage(after: string | undefined): Promise<Log>;

  readonly signIn: SignIn;
  readonly publicAddress: PublicAddress;
  /** The OpenID provider, if there is one. */
  readonly openId: OpenId | undefined;
  /** The address that a request comes from, for the limits of attempts to sign in. */
  addressOf(context: Context): string;

  /** Does `work` in one transaction; it may be called again, and changes nothing but the database. */
  inTransaction<T>(work: (accounts: Accounts, tx: Store) => Promise<T>): Promise<T>;
  /**
   * The same for a caller, who must still have a right in that transaction: two administrators who remove each other
   * at the same moment do not both succeed. Throws a Refused otherwise.
   */
  change<T>(
    caller: Caller,
    right: Right,
    work: (accounts: Accounts, tx: Store) => Promise<T>,
  ): Promise<T>;
  /**
   * Signs a member in, in one transaction with `identify` and a line of the log: a new session, and its cookie on the
   * answer. The browser's earlier session ends.
   */
  begin(context: Context, identify: Identify, action: string, lastsMs?: number): Promise<Caller>;
  /** Signs the browser out. */
  end(context: Context): Promise<void>;
}
