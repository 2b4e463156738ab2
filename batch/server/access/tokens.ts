import { randomUUID } from 'node:crypto';
import { Refused } from '../refused.js';
import type { Role, Token } from '../contract/shapes.js';
import type { Store } from '../db/store.js';
import { type StoredToken, TokenStore } from './tokenStore.js';
import { type Caller, rightsForRole } from './caller.js';
import { hashSecret, newSecret } from './secrets.js';
import { type CredentialMember, unlessUnavailable } from './sessions.js';

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

  /** Makes a token. Refuses a role that has more rights than its member. */
  async add(
    member: Pick<Caller, 'memberId' | 'rights'>,
    { name, role, days }: { name: string; role: Role; days: number },
  ): Promise<{ secret: string; token: Token }> {
    if (![...rightsForRole(role)].every((right) => member.rights.has(right))) {
      throw new Refused('forbidden', 'A token cannot have more rights than you have.', {
        field: 'role',
      });
    }
    const secret = `${TOKEN_PREFIX}${newSecret()}`;
    const nowMs = this.#now();
    const added: StoredToken = {
      hash: hashSecret(secret),
      id: randomUUID(),
      member: member.memberId,
      name,
      role,
      created_at: new Date(nowMs).toISOString(),
      last_used_at: null,
      expires_at: new Date(nowMs + days * DAY_MS).toISOString(),
    };
    await this.#store.add(added);
    return { secret, token: toToken(added) };
  }

  /** The tokens of a member. */
  async listOf(member: string): Promise<Token[]> {
    const tokens = await this.#store.listOf(member, this.#isoNow());
    return tokens.map((token) => toToken(token));
  }

  /** Deletes a token of this member. */
  async delete(id: string, member: string): Promise<void> {
    if (await this.#store.delete(id, member)) return;
    throw new Refused('not_found', 'You have no such token.');
  }

  deleteExpired(): Promise<void> {
    return this.#store.deleteExpired(this.#isoNow());
  }

  /** The token with this hash and its member, if it has not expired. `isUse` records when it was last used. */
  async find(
    hash: string,
    isUse = false,
  ): Promise<{ name: string; role: Role; member: CredentialMember } | undefined> {
    const found = await this.#store.find(hash, this.#isoNow());
    if (found === undefined) return undefined;
    const lastUsedMs = found.last_used_at === null ? 0 : Date.parse(found.last_used_at);
    if (isUse && this.#now() - lastUsedMs >= USED_EVERY_MS) {
      await unlessUnavailable(this.#store.setUsed(hash, this.#isoNow()));
    }
    const { id, name, role, tokenName, tokenRole } = found;
    return { name: tokenName, role: tokenRole, member: { id, name, role } };
  }

  #isoNow(): string {
    return new Date(this.#now()).toISOString();
  }
}

function toToken({ id, name, role, created_at, last_used_at, expires_at }: StoredToken): Token {
  return {
    id,
    name,
    role,
    createdAt: created_at,
    expiresAt: expires_at,
    ...(last_used_at === null ? {} : { lastUsedAt: last_used_at }),
  };
}
