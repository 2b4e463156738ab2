import { randomUUID } from 'node:crypto';
import { type Selectable, sql, type Updateable } from 'kysely';
import { normalizeText } from '../../../src/spelling.js';
import { RefusalError } from '../refusalError.js';
import { type Language, languages } from '../contract/languages.js';
import { scheduleName } from '../contract/scheduleName.js';
import type { Member, Role } from '../contract/shapes.js';
import type { MemberTable } from '../db/schema.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { wordsIn } from '../words/wording.js';
import type { Identity } from './openId.js';
import { Sessions } from './sessions.js';
import { Tokens } from './tokens.js';

/** Members who have left keep their name, but not their email and their way to sign in. */
export type StoredMember = Readonly<Selectable<MemberTable>>;

/** The log and the list of runs show these names for the server, so members must not choose them. */
const serverNames: ReadonlySet<string> = new Set(
  [...languages.map((language) => wordsIn(language).log.server), scheduleName].map(normalizeText),
);

/** Only the OpenID provider can remove the role of the last administrator. */
export class Members {
  readonly #store: Store;
  readonly #tokens: Tokens;
  readonly #sessions: Sessions;
  readonly #now: () => number;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#tokens = new Tokens(store, now);
    this.#sessions = new Sessions(store, now);
    this.#now = now;
  }

  async list(): Promise<Member[]> {
    const sessions = await this.#sessions.countByMember();
    const found = await this.#selectPresent()
      .orderBy(sql`lower(name)`)
      .orderBy('created_at')
      .execute();
    return found.map((member) => ({
      id: member.id,
      name: member.name,
      email: member.email,
      role: member.role,
      signsInBy: readSignInMethod(member),
      ...(member.last_seen_at === null ? {} : { lastSeenAt: member.last_seen_at }),
      sessions: sessions.get(member.id) ?? 0,
    }));
  }

  async get(id: string): Promise<StoredMember> {
    const found = await this.find(id);
    if (found === undefined)
      throw new RefusalError('not_found', (t) => t(($) => $.access.noMember));
    return found;
  }

  find(id: string): Promise<StoredMember | undefined> {
    return this.#selectPresent().where('id', '=', id).executeTakeFirst();
  }

  findByEmail(email: string): Promise<StoredMember | undefined> {
    // Convert only ASCII letters to lower case, as `lower` in the databases does.
    const lower = email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
    return this.#selectPresent()
      .where(sql<string>`lower(email)`, '=', lower)
      .where('password', 'is not', null)
      .executeTakeFirst();
  }

  /** Includes members who have left. */
  async findNames(ids: Iterable<string>): Promise<ReadonlyMap<string, string>> {
    const wanted = [...new Set(ids)];
    if (wanted.length === 0) return new Map();
    const found = await this.#store.db
      .selectFrom('member')
      .select(['id', 'name'])
      .where('id', 'in', wanted)
      .execute();
    return new Map(found.map(({ id, name }) => [id, name]));
  }

  async findFirstAdministrator(): Promise<StoredMember | undefined> {
    return (await this.#listAdministrators())[0];
  }

  async hasAdministratorWithAccount(): Promise<boolean> {
    return (await this.#listAdministrators()).some((member) => readSignInMethod(member) !== 'link');
  }

  async hasMemberWithPassword(): Promise<boolean> {
    const found = await this.#selectPresent().where('password', 'is not', null).executeTakeFirst();
    return found !== undefined;
  }

  async add(
    member: Pick<StoredMember, 'name' | 'email' | 'role'> &
      Partial<Pick<StoredMember, 'password' | 'issuer' | 'subject'>>,
  ): Promise<string> {
    const id = randomUUID();
    await this.#store.db
      .insertInto('member')
      .values({ id, ...member, created_at: this.#isoNow() })
      .execute();
    return id;
  }

  /** Returns the member as it was before the change. */
  changeRole(id: string, role: Role): Promise<StoredMember> {
    return this.#inTransaction(async (inside) => {
      const member = await inside.get(id);
      if (member.issuer !== null) {
        const { name } = member;
        throw new RefusalError('conflict', (t) => t(($) => $.access.roleOfProvider, { name }));
      }
      if (role === member.role) return member;
      if (role !== 'administrator') await inside.#assertNotLastAdministrator(member);
      await inside.#setRole(id, role);
      return member;
    });
  }

  /** Returns the id of the member. */
  syncFromProvider(
    { issuer, subject, name, email }: Omit<Identity, 'role'>,
    role: Role,
  ): Promise<string> {
    return this.#inTransaction(async (inside) => {
      if (await inside.#isMemberId(name)) throw createNameTakenError();
      const known = await inside.#findBySubject(issuer, subject);
      if (known === undefined) return inside.add({ name, email, role, issuer, subject });
      await inside.#set(known.id, { name, email });
      if (role !== known.role) await inside.#setRole(known.id, role);
      return known.id;
    });
  }

  revokeAccess({
    issuer,
    subject,
  }: Pick<Identity, 'issuer' | 'subject'>): Promise<string | undefined> {
    return this.#inTransaction(async (inside) => {
      const known = await inside.#findBySubject(issuer, subject);
      if (known === undefined) return undefined;
      await inside.#endAccess(known.id);
      // Without an address, the member gets no notices until the next sign-in with a role.
      await inside.#set(known.id, { email: '' });
      return known.id;
    });
  }

  rename(id: string, name: string): Promise<void> {
    return this.#inTransaction(async (inside) => {
      const member = await inside.get(id);
      if (member.issuer !== null) {
        throw new RefusalError('conflict', (t) => t(($) => $.access.nameOfProvider), {
          field: 'name',
        });
      }
      await inside.checkName(name, id);
      await inside.#set(id, { name });
    });
  }

  async setFirstLanguage(id: string, language: Language): Promise<void> {
    const member = await this.get(id);
    if (member.language === null) await this.setLanguage(id, language);
  }

  async setLanguage(id: string, language: Language): Promise<void> {
    await this.#set(id, { language });
  }

  async checkName(name: string, memberId?: string): Promise<void> {
    const wanted = normalizeText(name);
    const all = await this.#selectPresent().execute();
    const isTaken = all.some((other) => {
      return other.id !== memberId && normalizeText(other.name) === wanted;
    });
    if (isTaken || serverNames.has(wanted) || (await this.#isMemberId(name)))
      throw createNameTakenError();
  }

  /** The log would replace a name that is the ID of a member by the name of that member. */
  async #isMemberId(name: string): Promise<boolean> {
    return (await this.findNames([name])).size > 0;
  }

  setPassword(id: string, email: string, passwordHash: string): Promise<void> {
    return this.#inTransaction(async (inside) => {
      await inside.checkEmail(email, id);
      await inside.#set(id, { email, password: passwordHash });
      await inside.#sessions.endAll(id);
    });
  }

  async checkEmail(email: string, memberId?: string): Promise<void> {
    const other = await this.findByEmail(email);
    if (other === undefined || other.id === memberId) return;
    throw new RefusalError('conflict', (t) => t(($) => $.access.emailTaken), {
      field: 'email',
    });
  }

  async setNotices(
    id: string,
    notices: Pick<StoredMember, 'email' | 'ends_notice' | 'review_notice'>,
  ): Promise<void> {
    await this.#set(id, notices);
  }

  /** Returns the member as it was before the removal. */
  remove(id: string): Promise<StoredMember> {
    return this.#inTransaction(async (inside) => {
      const member = await inside.get(id);
      await inside.#assertNotLastAdministrator(member);
      // Keep the name, because the log shows it.
      const cleared = { email: '', password: null, issuer: null, subject: null };
      await inside.#set(id, { left_at: this.#isoNow(), ...cleared });
      await inside.#endAccess(id);
      await inside.#store.db.deleteFrom('saved_view').where('member', '=', id).execute();
      return member;
    });
  }

  #findBySubject(issuer: string, subject: string): Promise<StoredMember | undefined> {
    return this.#selectPresent()
      .where('issuer', '=', issuer)
      .where('subject', '=', subject)
      .executeTakeFirst();
  }

  #listAdministrators(): Promise<StoredMember[]> {
    return this.#selectPresent()
      .where('role', '=', 'administrator')
      .orderBy('created_at')
      .orderBy('seq')
      .execute();
  }

  async #set(id: string, values: Updateable<MemberTable>): Promise<void> {
    await this.#store.db.updateTable('member').set(values).where('id', '=', id).execute();
  }

  #selectPresent() {
    return this.#store.db.selectFrom('member').selectAll().where('left_at', 'is', null);
  }

  async #assertNotLastAdministrator({ id }: StoredMember): Promise<void> {
    const administrators = await this.#listAdministrators();
    if (administrators.length > 1 || administrators[0]?.id !== id) return;
    throw new RefusalError('conflict', (t) => t(($) => $.access.lastAdministrator));
  }

  async #setRole(id: string, role: Role): Promise<void> {
    await this.#set(id, { role });
    await this.#sessions.endAll(id);
  }

  async #endAccess(id: string): Promise<void> {
    await this.#sessions.endAll(id);
    await this.#tokens.deleteAll(id);
  }

  #inTransaction<T>(work: (inside: Members) => Promise<T>): Promise<T> {
    return inTransaction(this.#store, (tx) => work(new Members(tx, this.#now)));
  }

  #isoNow(): string {
    return new Date(this.#now()).toISOString();
  }
}

function readSignInMethod({ password, issuer }: StoredMember): Member['signsInBy'] {
  if (issuer !== null) return 'openid';
  return password === null ? 'link' : 'password';
}

function createNameTakenError(): RefusalError {
  return new RefusalError('conflict', (t) => t(($) => $.access.nameTaken), { field: 'name' });
}
