import { randomUUID } from 'node:crypto';
import { Refused } from '../api/refused.js';
import type { Member, Role } from '../api/shapes.js';
import { MemberStore, type StoredMember } from '../store/memberStore.js';
import type { Store } from '../store/store.js';
import { TokenStore } from '../store/tokenStore.js';
import type { Sessions } from './sessions.js';

/** The members of this server and their roles. The last administrator stays one. */
export class Members {
  readonly #store: MemberStore;
  readonly #tokens: TokenStore;
  readonly #sessions: Sessions;
  readonly #now: () => number;

  constructor(store: Pick<Store, 'db' | 'dialect'>, sessions: Sessions, now: () => number) {
    this.#store = new MemberStore(store);
    this.#tokens = new TokenStore(store);
    this.#sessions = sessions;
    this.#now = now;
  }

  /** Those who have not left, by name. */
  list(): Member[] {
    const sessions = this.#sessions.counts();
    return this.#store.list().map((member) => ({
      ...{ id: member.id, name: member.name, email: member.email, role: member.role },
      signsInBy: signsInBy(member),
      ...(member.last_seen_at === null ? {} : { lastSeenAt: member.last_seen_at }),
      sessions: sessions.get(member.id) ?? 0,
    }));
  }

  /** One who has not left; refuses an unknown id. */
  get(id: string): StoredMember {
    const found = this.#store.find(id);
    if (found === undefined) throw new Refused(404, 'not_found', 'There is no such member.');
    return found;
  }

  find(id: string): StoredMember | undefined {
    return this.#store.find(id);
  }

  byEmail(email: string): StoredMember | undefined {
    return this.#store.byEmail(email);
  }

  bySubject(issuer: string, subject: string): StoredMember | undefined {
    return this.#store.bySubject(issuer, subject);
  }

  /** What a member is called, or was. */
  nameOf(id: string): string | undefined {
    return this.#store.nameOf(id);
  }

  /** The administrator who has been one for longest. */
  firstAdministrator(): StoredMember | undefined {
    return this.#store.administrators()[0];
  }

  /** Whether an administrator can sign in without a link. */
  hasAdministratorWithAccount(): boolean {
    return this.#store.administrators().some((member) => signsInBy(member) !== 'link');
  }

  /** Whether anybody signs in with a password. */
  haveAccounts(): boolean {
    return this.#store.list().some(({ password }) => password !== null);
  }

  /** Adds a member, and returns the id. */
  add(
    member: Pick<StoredMember, 'name' | 'email' | 'role'> &
      Partial<Pick<StoredMember, 'password' | 'issuer' | 'subject'>>,
  ): string {
    const id = randomUUID();
    this.#store.add({
      ...{ id, password: null, issuer: null, subject: null },
      ...member,
      created_at: this.#isoNow(),
    });
    return id;
  }

  seen(id: string): void {
    this.#store.setSeen(id, this.#isoNow());
  }

  /** Changes a role and ends the member's sessions. Returns the member as it was. */
  changeRole(id: string, role: Role): StoredMember {
    const member = this.get(id);
    if (member.issuer !== null) {
      throw new Refused(
        ...([409, 'conflict'] as const),
        `${member.name} has the role from the OpenID provider. Change it there.`,
      );
    }
    if (role === member.role) return member;
    if (role !== 'administrator') this.#keepLastAdministrator(member);
    this.#store.setRole(id, role);
    this.#sessions.endAllOf(id);
    return member;
  }

  /** What the OpenID provider says at a sign-in. A new role ends the sessions of the old one. */
  told(member: StoredMember, name: string, email: string, role: Role): void {
    this.#store.setNames(member.id, name, email);
    if (role === member.role) return;
    this.#store.setRole(member.id, role);
    this.#sessions.endAllOf(member.id);
  }

  /** The OpenID provider gives this member no role any more. */
  hasNoRole(id: string): void {
    this.#sessions.endAllOf(id);
    this.#tokens.deleteAllOf(id);
  }

  /** Sets email and password, and ends the member's sessions. */
  setPassword(id: string, email: string, hashed: string): void {
    this.checkEmail(email, id);
    this.#store.setPassword(id, email, hashed);
    this.#sessions.endAllOf(id);
  }

  /** Refuses an email that another member signs in with. */
  checkEmail(email: string, ofMember?: string): void {
    const other = this.#store.byEmail(email);
    if (other === undefined || other.id === ofMember) return;
    throw new Refused(409, 'conflict', 'Another member signs in with this email.', 'email');
  }

  /** Removes a member with all sessions and tokens. Returns the member as it was. */
  remove(id: string): StoredMember {
    const member = this.get(id);
    this.#keepLastAdministrator(member);
    this.#store.leave(id, this.#isoNow());
    this.#sessions.endAllOf(id);
    this.#tokens.deleteAllOf(id);
    return member;
  }

  #keepLastAdministrator({ id }: StoredMember): void {
    const administrators = this.#store.administrators();
    if (administrators.length > 1 || administrators[0]?.id !== id) return;
    throw new Refused(
      ...([409, 'conflict'] as const),
      'This is the last administrator. Make another member an administrator first.',
    );
  }

  #isoNow(): string {
    return new Date(this.#now()).toISOString();
  }
}

function signsInBy({ password, issuer }: StoredMember): Member['signsInBy'] {
  if (issuer !== null) return 'openid';
  return password === null ? 'link' : 'password';
}
