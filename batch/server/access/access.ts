import type { Context } from 'hono';
import type { Log } from '../api/shapes.js';
import type { Caller } from './caller.js';
import type { Links } from './links.js';
import type { Members } from './members.js';
import type { OpenId } from './openId.js';
import type { Reach } from './reach.js';
import type { Sessions } from './sessions.js';
import type { SignIn } from './signIn.js';
import type { Tokens } from './tokens.js';

/** Who may do what: sessions, links, passwords, tokens and roles, over the store. */
export interface Access {
  /** The caller of a request by its cookie or its token; undefined for nobody. */
  callerOf(request: Request): Caller | undefined;
  /**
   * Writes a line of the log. `who` is the caller's name or the id of a member, `action` a sentence
   * without the contents of rows.
   */
  log(who: string, action: string, sheet?: string): void;
  /** The name of a member, for pages: what they were called if they have left. */
  nameOf(memberId: string): string;
  /** Lines of the log, the newest first, those before `after`. */
  logPage(after: string | undefined): Log;

  readonly members: Members;
  readonly links: Links;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  readonly signIn: SignIn;
  /** How this server is reached. */
  readonly reach: Reach;
  /** The OpenID provider, if there is one. */
  readonly openId: OpenId | undefined;
  /** The address of who asks, for the limits of tries. */
  addressOf(context: Context): string;
  /** Signs a member in: a new session, and its cookie on the answer. The browser's earlier one ends. */
  begin(context: Context, memberId: string, lastsMs?: number): Caller;
  /** Signs the browser out. */
  end(context: Context): void;
}
