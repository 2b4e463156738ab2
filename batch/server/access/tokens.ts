import { randomUUID } from 'node:crypto';
import { Refused } from '../api/refused.js';
import type { Right, Role, Token } from '../api/shapes.js';
import type { Store } from '../store/store.js';
import { type StoredToken, TokenStore } from '../store/tokenStore.js';
import { rightsOf } from './roleRights.js';
import { hashOf, newSecret } from './secrets.js';

/** Every token begins like this, so that one in a file or a log is recognised. */
export const TOKEN_PREFIX = 'rwa_';
const DAY_MS = 24 * 60 * 60 * 1000;
const USED_EVERY_MS = 5 * 60 * 1000;

/** Personal access tokens: for programs, with at most the rights of their member. */
export class Tokens {
  readonly #store: TokenStore;
  readonly #now: () => number;

  constructor(store: Pick<Store, 'db'>, now: () => number) {
    this.#store = new TokenStore(store);
    this.#now = now;
  }

  /** Makes a token. Refuses a role that may do what its member may not. */
  add(
    member: { readonly memberId: string; readonly rights: ReadonlySet<Right> },
    { name, role, days }: { name: string; role: Role; days: number },
  ): { secret: string; token: Token } {
    if (![...rightsOf(role)].every((right) => member.rights.has(right))) {
      throw new Refused(
        ...([403, 'forbidden', 'A token cannot have more rights than you have.', 'role'] as const),
      );
    }
    const secret = `${TOKEN_PREFIX}${newSecret()}`;
    const nowMs = this.#now();
    const added: StoredToken = {
      ...{ hash: hashOf(secret), id: randomUUID(), member: member.memberId, name, role },
      ...{ created_at: new Date(nowMs).toISOString(), last_used_at: null },
      expires_at: new Date(nowMs + days * DAY_MS).toISOString(),
    };
    this.#store.deleteExpired(added.created_at);
    this.#store.add(added);
    return { secret, token: tokenOf(added) };
  }

  listOf(member: string): Token[] {
    return this.#store.listOf(member, this.#isoNow()).map((token) => tokenOf(token));
  }

  /** Deletes a token of this member. */
  delete(id: string, member: string): void {
    if (this.#store.delete(id, member)) return;
    throw new Refused(404, 'not_found', 'You have no such token.');
  }

  /** The token with this secret, if it has not expired. */
  find(secret: string): StoredToken | undefined {
    const found = this.#store.find(hashOf(secret), this.#isoNow());
    if (found === undefined) return undefined;
    const lastUsedMs = found.last_used_at === null ? 0 : Date.parse(found.last_used_at);
    if (this.#now() - lastUsedMs >= USED_EVERY_MS) this.#store.setUsed(found.hash, this.#isoNow());
    return found;
  }

  #isoNow(): string {
    return new Date(this.#now()).toISOString();
  }
}

function tokenOf({ id, name, role, created_at, last_used_at, expires_at }: StoredToken): Token {
  return {
    ...{ id, name, role, createdAt: created_at, expiresAt: expires_at },
    ...(last_used_at === null ? {} : { lastUsedAt: last_used_at }),
  };
}
