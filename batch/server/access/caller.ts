import type { Right } from '../api/shapes.js';

/** Who asks: a member in a browser, or a personal access token of one. */
export interface Caller {
  readonly memberId: string;
  /** The member's name, for the log; of a token with its name. */
  readonly name: string;
  readonly rights: ReadonlySet<Right>;
  /** Names the session, to be ended; missing for a token. It is the hash of what the cookie has. */
  readonly sessionId?: string | undefined;
}
