import { RefusalError } from '../refusalError.js';
import type { Right } from '../contract/shapes.js';
import type { Store } from '../db/store.js';
import type { MemberAction, ServerAction } from './logActions.js';
import { LogStore } from './logStore.js';
import { type Caller, type Credential, getRightsForRole } from './caller.js';
import { Links } from './links.js';
import { Members } from './members.js';
import { Sessions } from './sessions.js';
import { Tokens } from './tokens.js';

export class Accounts {
  readonly members: Members;
  readonly links: Links;
  readonly tokens: Tokens;
  readonly sessions: Sessions;
  readonly #logStore: LogStore;
  readonly #now: () => number;

  constructor(store: Store, isLinkEnough: boolean, now: () => number) {
    this.members = new Members(store, now);
    this.links = new Links(store, isLinkEnough, now);
    this.tokens = new Tokens(store, now);
    this.sessions = new Sessions(store, now);
    this.#logStore = new LogStore(store);
    this.#now = now;
  }

  /** `who` is the caller's name, or the id of a member. */
  log(who: string, action: MemberAction, sheet?: string): Promise<void> {
    return this.#logStore.add({ at: new Date(this.#now()).toISOString(), who, action, sheet });
  }

  logByServer(action: ServerAction, sheet?: string): Promise<void> {
    return this.#logStore.add({ at: new Date(this.#now()).toISOString(), action, sheet });
  }

  /** With `isUse`, records the time as the credential's last use. */
  async findCaller(
    { sessionId, tokenHash }: Credential,
    { isUse = false } = {},
  ): Promise<Caller | undefined> {
    if (tokenHash !== undefined) {
      const token = await this.tokens.find(tokenHash, isUse);
      if (token === undefined) return undefined;
      const memberRights = getRightsForRole(token.member.role);
      return {
        memberId: token.member.id,
        // The form is the same in all languages, because stored names are shown to readers of every language.
        name: `${token.member.name} (API: ${token.name})`,
        rights: new Set(
          [...getRightsForRole(token.role)].filter((right) => memberRights.has(right)),
        ),
        language: token.member.language,
        tokenHash,
      };
    }
    const member = sessionId === undefined ? undefined : await this.sessions.find(sessionId, isUse);
    if (member === undefined) return undefined;
    return {
      memberId: member.id,
      name: member.name,
      rights: getRightsForRole(member.role),
      language: member.language,
      sessionId,
    };
  }

  async assertStillAllowed(caller: Caller, right: Right): Promise<void> {
    const current = await this.findCaller(caller);
    if (current === undefined) throw createNotSignedInError();
    if (!current.rights.has(right)) throw createMissingRightError();
  }
}

export function createNotSignedInError(): RefusalError {
  return new RefusalError('not_signed_in', (t) => t(($) => $.access.notSignedIn));
}

export function createMissingRightError(): RefusalError {
  return new RefusalError('forbidden', (t) => t(($) => $.access.notAllowed));
}

/** Returns the id of the member who signs in. Runs in the transaction that begins the session. */
export type Identify = (accounts: Accounts) => Promise<string>;
