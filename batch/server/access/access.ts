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

/** The sessions, links, passwords, tokens and roles of members. */
export interface Access extends Pick<
  Accounts,
  'members' | 'links' | 'tokens' | 'sessions' | 'log' | 'logByServer'
> {
  /** Returns the caller of a request by its cookie or token; undefined if there is none. */
  findCaller(request: Request): Promise<Caller | undefined>;
  /** Returns the name of a member, even if the member has left; for an unknown id, the id itself. */
  findName(memberId: string): Promise<string>;
  /**
   * Looks up many names at once. Returns a function that finds the name for each of these ids, like {@link findName}.
   */
  findNames(memberIds: Iterable<string>): Promise<(memberId: string) => string>;
  /** Returns a page of the log in a language, the newest entry first. `after` is the `next` of the previous page. */
  logPage(after: number | undefined, language: Language): Promise<Log>;

  readonly signIn: SignIn;
  readonly publicAddress: PublicAddress;
  /** The OpenID provider, if there is one. */
  readonly openId: OpenId | undefined;
  /** Returns the address of the client, for limiting attempts to sign in. */
  clientAddress(context: Context): string;

  /** Runs `work` in one transaction. `work` may be called again, so it must change only the database. */
  inTransaction<T>(work: (accounts: Accounts, tx: Store) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in one transaction, which first checks that the caller still has the right: of two administrators who
   * remove each other at the same moment, only one succeeds. Throws a RefusalError for a caller without the right.
   */
  change<T>(
    caller: Caller,
    right: Right,
    work: (accounts: Accounts, tx: Store) => Promise<T>,
  ): Promise<T>;
  /**
   * Signs a member in. Runs `identify`, begins a session and logs `action` in one transaction, and sets the cookie in
   * the response. The browser's earlier session ends.
   */
  begin(
    context: Context,
    identify: Identify,
    action: MemberAction,
    lastsMs?: number,
  ): Promise<Caller>;
  /** Signs the browser out. */
  end(context: Context): Promise<void>;
}
