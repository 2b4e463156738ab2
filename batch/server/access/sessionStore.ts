import type { Selectable } from 'kysely';
import type { SessionTable } from '../db/schema.js';
import type { Db, Store } from '../db/store.js';

/** A session as it is stored, with only the hash of the cookie's secret. */
export type StoredSession = Readonly<Selectable<SessionTable>>;

/** The sessions of members who are signed in. */
export class SessionStore {
  readonly #db: Db;

  constructor({ db }: Pick<Store, 'db'>) {
    this.#db = db;
  }

  async add(session: StoredSession): Promise<void> {
    await this.#db.insertInto('session').values(session).execute();
  }

  /** A session with its member, unless that has left. */
  find(hash: string) {
    return this.#db
      .selectFrom('session')
      .innerJoin('member', 'member.id', 'session.member')
      .select([
        'session.hash',
        'session.last_seen_at',
        'session.expires_at',
        'member.id',
        'member.name',
        'member.role',
      ])
      .where('session.hash', '=', hash)
      .where('member.left_at', 'is', null)
      .executeTakeFirst();
  }

  async setSeen(hash: string, at: string): Promise<void> {
    await this.#db
      .updateTable('session')
      .set({ last_seen_at: at })
      .where('hash', '=', hash)
      .execute();
  }

  async end(hash: string): Promise<void> {
    await this.#db.deleteFrom('session').where('hash', '=', hash).execute();
  }

  async endAllOf(member: string): Promise<void> {
    await this.#db.deleteFrom('session').where('member', '=', member).execute();
  }

  /** Deletes sessions that have expired, or were not used since a time. */
  async endExpired(now: string, unusedSince: string): Promise<void> {
    await this.#db
      .deleteFrom('session')
      .where((where) =>
        where.or([where('expires_at', '<=', now), where('last_seen_at', '<=', unusedSince)]),
      )
      .execute();
  }

  /** The number of sessions by member, of those that have not expired and were used since a time. */
  async counts(now: string, unusedSince: string): Promise<Map<string, number>> {
    const found = await this.#db
      .selectFrom('session')
      .select(({ fn }) => ['member', fn.countAll<number>().as('sessions')])
      .where('expires_at', '>', now)
      .where('last_seen_at', '>', unusedSince)
      .groupBy('member')
      .execute();
    return new Map(found.map(({ member, sessions }) => [member, sessions]));
  }
}
