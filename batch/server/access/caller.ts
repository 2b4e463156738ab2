import type { Right } from '../api/shapes.js';

/** Who asks: a member in a browser, or a personal access token of one. */
export interface Caller {
  readonly memberId: string;
  readonly name: string;
  readonly rights: ReadonlySet<Right>;
  /** The session or the token, to be ended. */
  readonly sessionId?: string | undefined;
}
