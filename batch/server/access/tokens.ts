import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { RefusalError } from '../refusalError.js';
import type { Role, Token } from '../contract/shapes.js';
import type { TokenTable } from '../db/schema.js';
import type { Db, Store } from '../db/store.js';
import { type Caller, getRightsForRole } from './caller.js';
import { hashSecret, createSecret } from './secrets.js';
import { type CredentialMember, ignoreUnavailable } from './sessions.js';

/** People recognize a token in a file or a log by this prefix. */
export const TOKEN_PREFIX = 'rwa_';
const DAY_MS = 24 * 60 * 60 * 1000;
/** Limits the writes, because each one waits for the disk. */
const USED_EVERY_MS = 5 * 60 * 1000;

export class Tokens {
  readonly #db: Db;
  readonly #now: () => number;

  constructor({ db }: Pick<Store, 'db'>, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  async add(
    member: Pick<Caller, 'memberId' | 'rights'>,
    { name, role, days }: { name: string; role: Role; days: number },
  ): Promise<{ secret: string; token: Token }> {
    if (![...getRightsForRole(role)].every((right) => member.rights.has(right))) {
      throw new RefusalError('forbidden', (t) => t(($) => $.access.tokenRights), {
        field: 'role',
      });
    }
    const secret = `${TOKEN_PREFIX}${createSecret()}`;
    const nowMs = this.#now();
    const added = {
      hash: hashSecret(secret),
      id: randomUUID(),
      member: member.memberId,
      name,
      role,
      created_at: new Date(nowMs).toISOString(),
      last_used_at: null,
      expires_at: new Date(nowMs + days * DAY_MS).toISOString(),
    };
    await this.#db.insertInto('token').values(added).execute();
    return { secret, token: toToken(added) };
  }

  async list(member: string): Promise<Token[]> {
    const found = await this.#db
      .selectFrom('token')
      .selectAll()
      .where('member', '=', member)
      .where('expires_at', '>', this.#isoNow())
      .orderBy('created_at')
      .execute();
    return found.map(toToken);
  }

  async delete(id: string, member: string): Promise<void> {
    const deleted = await this.#db
      .deleteFrom('token')
      .where('id', '=', id)
      .where('member', '=', member)
      .returning('id')
      .executeTakeFirst();
    if (deleted === undefined)
      throw new RefusalError('not_found', (t) => t(($) => $.access.noToken));
  }

  async deleteAll(member: string): Promise<void> {
    await this.#db.deleteFrom('token').where('member', '=', member).execute();
  }

  async deleteExpired(): Promise<void> {
    await this.#db.deleteFrom('token').where('expires_at', '<=', this.#isoNow()).execute();
  }

  async find(
    hash: string,
    isUse = false,
  ): Promise<{ name: string; role: Role; member: CredentialMember } | undefined> {
    const found = await this.#db
      .selectFrom('token')
      .innerJoin('member', 'member.id', 'token.member')
      .select(['token.name as tokenName', 'token.role as tokenRole', 'last_used_at'])
      .select(['member.id', 'member.name', 'member.role', 'language'])
      .where('token.hash', '=', hash)
      .where('token.expires_at', '>', this.#isoNow())
      .where('member.left_at', 'is', null)
      .executeTakeFirst();
    if (found === undefined) return undefined;
    const lastUsedMs = found.last_used_at === null ? 0 : Date.parse(found.last_used_at);
    if (isUse && this.#now() - lastUsedMs >= USED_EVERY_MS) {
      await ignoreUnavailable(this.#setUsed(hash, this.#isoNow()));
    }
    const { id, name, role, language, tokenName, tokenRole } = found;
    return { name: tokenName, role: tokenRole, member: { id, name, role, language } };
  }

  async #setUsed(hash: string, at: string): Promise<void> {
    await this.#db
      .updateTable('token')
      .set({ last_used_at: at })
      .where('hash', '=', hash)
      .execute();
  }

  #isoNow(): string {
    return new Date(this.#now()).toISOString();
  }
}

function toToken(token: Omit<Selectable<TokenTable>, 'hash' | 'member'>): Token {
  const { id, name, role, created_at: createdAt, expires_at: expiresAt } = token;
  const lastUsedAt = token.last_used_at;
  return { id, name, role, createdAt, expiresAt, ...(lastUsedAt === null ? {} : { lastUsedAt }) };
}
