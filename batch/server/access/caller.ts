import { parseAccept } from 'hono/utils/accept';
import { type Language, pickLanguage } from '../contract/languages.js';
import { type Right, rights, type Role } from '../contract/shapes.js';

/** `sessionId` is the hash of the secret in the cookie. */
export interface Credential {
  readonly sessionId?: string | undefined;
  readonly tokenHash?: string | undefined;
}

export interface Caller extends Credential {
  readonly memberId: string;
  /** For a program, also contains the name of its token. */
  readonly name: string;
  readonly rights: ReadonlySet<Right>;
  /** Null before the first sign-in. */
  readonly language: Language | null;
}

const rightsByRole: Readonly<Record<Role, readonly Right[]>> = {
  viewer: ['look'],
  editor: ['look', 'edit'],
  approver: ['look', 'decide'],
  administrator: rights,
};

export function getRightsForRole(role: Role): ReadonlySet<Right> {
  return new Set(rightsByRole[role]);
}

/** Pages of other sites cannot set the Authorization header. */
export function readBearerToken(request: Request): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.get('Authorization') ?? '')?.[1];
}

export function readBrowserLanguage(request: Request): Language {
  const accepted = parseAccept(request.headers.get('Accept-Language') ?? '');
  return pickLanguage(accepted.map(({ type }) => type));
}
