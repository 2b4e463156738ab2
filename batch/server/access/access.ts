import type { Caller } from './caller.js';

/** Who may do what: sessions, links, passwords, tokens and roles, over the store. */
export interface Access {
  /** The caller of a request by its cookie or its token; undefined for nobody. */
  callerOf(request: Request): Caller | undefined;
  /** Writes a line of the log. `action` is a sentence without the contents of rows. */
  log(who: string, action: string, sheet?: string): void;
  /** The name of a member, for pages: what they were called if they have left. */
  nameOf(memberId: string): string;
}
