import type { Selectable } from 'kysely';
import type { TokenTable } from '../db/schema.js';
import type { Db, Store } from '../db/store.js';

/** A personal access token, with only the hash of its secret. */
export type StoredToken = Readonly<Selectable<TokenTable>>;

/** Personal access tokens. */
export class TokenStore {
  readonly #db: Db;

  constructor({ db }: Pick<Store, 'db'>) {
    this.#db = db;
  }

  async add(token: StoredToken): Promise<void> {
    await this.#db.insertInto('token').values(token).execute();
  }

  /** A token that has not expired, with its member, unless that has left. */
  find(hash: string, now: string) {
    return this.#db
      .selectFrom('token')
      .innerJoin('member', 'member.id', 'token.member')
      .select([
        'token.hash',
        'token.name as tokenName',
        'token.role as tokenRole',
        'token.last_used_at',
        'member.id',
        'member.name',
        'member.role',
      ])
      .where('token.hash', '=', hash)
      .where('token.expires_at', '>', now)
      .where('member.left_at', 'is', null)
      .executeTakeFirst();
  }

  listOf(member: string, now: string): Promise<StoredToken[]> {
    return this.#db
      .selectFrom('token')
      .selectAll()
      .where('member', '=', member)
      .where('expires_at', '>', now)
      .orderBy('created_at')
      .execute();
  }

  async setUsed(hash: string, at: string): Promise<void> {
    await this.#db
      .updateTable('token')
      .set({ last_used_at: at })
      .where('hash', '=', hash)
      .execute();
  }

  /** Deletes a token of this member; returns false if it is not theirs. */
  async delete(id: string, member: string): Promise<boolean> {
    const deleted = await this.#db
      .deleteFrom('token')
      .where('id', '=', id)
      .where('member', '=', member)
      .returning('id')
      .executeTakeFirst();
    return deleted !== undefined;
  }

  async deleteAllOf(member: string): Promise<void> {
    await this.#db.deleteFrom('token').where('member', '=', member).execute();
  }

  async deleteExpired(now: string): Promise<void> {
    await this.#db.deleteFrom('token').where('expires_at', '<=', now).execute();
  }
}
