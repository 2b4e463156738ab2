import type { Selectable } from 'kysely';
import type { LinkTable } from '../db/schema.js';
import type { Db, Store } from '../db/store.js';

/** A link that was given out, with only the hash of its code. `is_first` is 1 for the link of the server's start. */
export type StoredLink = Readonly<Selectable<LinkTable>>;

/** Links that were not used yet. */
export class LinkStore {
  readonly #db: Db;

  constructor({ db }: Pick<Store, 'db'>) {
    this.#db = db;
  }

  async add(link: StoredLink): Promise<void> {
    await this.#db.insertInto('link').values(link).execute();
  }

  find(hash: string, now: string): Promise<StoredLink | undefined> {
    return this.#db
      .selectFrom('link')
      .selectAll()
      .where('hash', '=', hash)
      .where('expires_at', '>', now)
      .executeTakeFirst();
  }

  /** Invitations, without the link of the start. */
  invitations(now: string): Promise<StoredLink[]> {
    return this.#db
      .selectFrom('link')
      .selectAll()
      .where('is_first', '=', 0)
      .where('expires_at', '>', now)
      .orderBy('expires_at')
      .execute();
  }

  /** Deletes a link; returns false if it is gone already. */
  async use(hash: string): Promise<boolean> {
    const deleted = await this.#db
      .deleteFrom('link')
      .where('hash', '=', hash)
      .returning('hash')
      .executeTakeFirst();
    return deleted !== undefined;
  }

  /** Deletes an invitation; returns false if it is gone already. */
  async withdraw(id: string): Promise<boolean> {
    const deleted = await this.#db
      .deleteFrom('link')
      .where('id', '=', id)
      .where('is_first', '=', 0)
      .returning('id')
      .executeTakeFirst();
    return deleted !== undefined;
  }

  /** Deletes the link of an earlier start, and links that have expired. */
  async clear(now: string): Promise<void> {
    await this.#db
      .deleteFrom('link')
      .where((where) => where.or([where('is_first', '=', 1), where('expires_at', '<=', now)]))
      .execute();
  }
}
