import { parseAccept } from 'hono/utils/accept';
import { type Language, pickLanguage } from '../contract/languages.js';
import { type Right, rights, type Role } from '../contract/shapes.js';

/** The credential of a caller: the hash of the secret in the cookie, or the hash of the token. */
export interface Credential {
  readonly sessionId?: string | undefined;
  readonly tokenHash?: string | undefined;
}

/** A member in a browser, or a program with a member's personal access token. */
export interface Caller extends Credential {
  readonly memberId: string;
  /** The name for the log: the name of the member, and for a program also the name of its token. */
  readonly name: string;
  readonly rights: ReadonlySet<Right>;
  /** The language of the member; null before the first sign-in. */
  readonly language: Language | null;
}

const rightsByRole: Readonly<Record<Role, readonly Right[]>> = {
  viewer: ['look'],
  editor: ['look', 'edit'],
  approver: ['look', 'decide'],
  administrator: rights,
};

export function rightsForRole(role: Role): ReadonlySet<Right> {
  return new Set(rightsByRole[role]);
}

/** Returns the token in the Authorization header, which pages of other sites cannot set. */
export function bearerToken(request: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1];
}

/** Returns the preferred language of the browser that sent a request. */
export function readBrowserLanguage(request: Request): Language {
  const accepted = parseAccept(request.headers.get('Accept-Language') ?? '');
  return pickLanguage(accepted.map(({ type }) => type));
}
