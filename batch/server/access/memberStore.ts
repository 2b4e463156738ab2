import { type Selectable, sql } from 'kysely';
import type { Role } from '../contract/shapes.js';
import type { MemberTable } from '../db/schema.js';
import type { Db, Store } from '../db/store.js';

/** A member as it is stored. Members who have left keep only their name. */
export type StoredMember = Readonly<Omit<Selectable<MemberTable>, 'seq'>>;

const columns = [
  'id',
  'name',
  'email',
  'role',
  'password',
  'issuer',
  'subject',
  'created_at',
  'last_seen_at',
  'left_at',
] as const;

/** The members of this server. */
export class MemberStore {
  readonly #db: Db;

  constructor({ db }: Pick<Store, 'db'>) {
    this.#db = db;
  }

  /** The members who have not left, by name. */
  list(): Promise<StoredMember[]> {
    return this.#present()
      .orderBy(sql`lower(name)`)
      .orderBy('created_at')
      .execute();
  }

  /** A member who has not left. */
  find(id: string): Promise<StoredMember | undefined> {
    return this.#present().where('id', '=', id).executeTakeFirst();
  }

  /** The names of these members, also of those who have left, by id. */
  async names(ids: Iterable<string>): Promise<Map<string, string>> {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return new Map();
    const found = await this.#db
      .selectFrom('member')
      .select(['id', 'name'])
      .where('id', 'in', wanted)
      .execute();
    return new Map(found.map(({ id, name }) => [id, name]));
  }

  /** The member who signs in with this email and a password. */
  byEmail(email: string): Promise<StoredMember | undefined> {
    // Both databases lower only ASCII.
    const lower = email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
    return this.#present()
      .where(sql<string>`lower(email)`, '=', lower)
      .where('password', 'is not', null)
      .executeTakeFirst();
  }

  /** Returns true if a member signs in with a password. */
  async hasPassword(): Promise<boolean> {
    const found = await this.#present().where('password', 'is not', null).executeTakeFirst();
    return found !== undefined;
  }

  /** A member of the OpenID provider, by issuer and subject, never by email. */
  bySubject(issuer: string, subject: string): Promise<StoredMember | undefined> {
    return this.#present()
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst();
  }

  /** Members with all rights, the oldest first. */
  administrators(): Promise<StoredMember[]> {
    return this.#present()
      .where('role', '=', 'administrator')
      .orderBy('created_at')
      .orderBy('seq')
      .execute();
  }

  async add(member: Omit<StoredMember, 'last_seen_at' | 'left_at'>): Promise<void> {
    await this.#db.insertInto('member').values(member).execute();
  }

  setRole(id: string, role: Role): Promise<void> {
    return this.#set(id, { role });
  }

  /** Stores the name and email that the OpenID provider has. */
  setNames(id: string, name: string, email: string): Promise<void> {
    return this.#set(id, { name, email });
  }

  setPassword(id: string, email: string, password: string): Promise<void> {
    return this.#set(id, { email, password });
  }

  setSeen(id: string, at: string): Promise<void> {
    return this.#set(id, { last_seen_at: at });
  }

  /** Deletes all but the name, which is shown beside what the member did. */
  leave(id: string, at: string): Promise<void> {
    return this.#set(id, { left_at: at, email: '', password: null, issuer: null, subject: null });
  }

  async #set(id: string, values: Partial<StoredMember>): Promise<void> {
    await this.#db.updateTable('member').set(values).where('id', '=', id).execute();
  }

  #present() {
    return this.#db.selectFrom('member').select(columns).where('left_at', 'is', null);
  }
}
