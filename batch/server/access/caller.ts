import type { Right } from '../contract/shapes.js';

/** The proof of a caller: the hash of the secret in the cookie, or of the token. */
export interface Credential {
  readonly sessionId?: string | undefined;
  readonly tokenHash?: string | undefined;
}

/** A member in a browser, or a program with a personal access token of a member. */
export interface Caller extends Credential {
  readonly memberId: string;
  /** The member's name, for the log; with the name of the token, if it is one. */
  readonly name: string;
  readonly rights: ReadonlySet<Right>;
}
