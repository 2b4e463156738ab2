import { randomUUID } from 'node:crypto';
import { Refused } from '../api/refused.js';
import type { MemberList, Role } from '../api/shapes.js';
import { LinkStore, type StoredLink } from '../store/linkStore.js';
import type { Store } from '../store/store.js';
import type { Members } from './members.js';
import { checkNewPassword, hashPassword } from './passwords.js';
import { hashOf, newSecret } from './secrets.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const INVITATION_MS = 7 * DAY_MS;
const FIRST_LINK_MS = DAY_MS;

type Invite = MemberList['invitations'][number];

/** Links that make somebody a member, once: invitations, and the link that is printed at the start. */
export class Links {
  readonly #store: LinkStore;
  readonly #members: Members;
  readonly #linkIsEnough: () => boolean;
  readonly #now: () => number;

  /** `linkIsEnough`: on this address a member needs no password. */
  constructor(
    store: Pick<Store, 'db'>,
    members: Members,
    linkIsEnough: () => boolean,
    now: () => number,
  ) {
    this.#store = new LinkStore(store);
    this.#members = members;
    this.#linkIsEnough = linkIsEnough;
    this.#now = now;
  }

  /**
   * The code of the link of this start, which signs in the first administrator, or makes one; those of
   * earlier starts end. Undefined where administrators sign in by themselves, unless one is asked for: who
   * can start the server on its folder may do everything.
   */
  first({ isWanted = false } = {}): string | undefined {
    this.#store.clear(this.#isoNow());
    const isNeeded = this.#linkIsEnough() || !this.#members.hasAdministratorWithAccount();
    if (!isNeeded && !isWanted) return undefined;
    const name = this.#members.firstAdministrator()?.name ?? 'Administrator';
    return this.#add({ name, role: 'administrator', made_by: '', is_first: 1 }, FIRST_LINK_MS).code;
  }

  /** An invitation, and the code that is only told once. */
  invite(madeBy: string, name: string, role: Role): { code: string; invite: Invite } {
    const { code, link } = this.#add({ name, role, made_by: madeBy, is_first: 0 }, INVITATION_MS);
    return { code, invite: this.#inviteOf(link) };
  }

  /** Invitations that nobody has accepted yet. */
  invitations(): Invite[] {
    return this.#store.invitations(this.#isoNow()).map((link) => this.#inviteOf(link));
  }

  withdraw(id: string): void {
    if (this.#store.withdraw(id)) return;
    throw new Refused(404, 'not_found', 'This invitation was accepted, withdrawn, or has expired.');
  }

  /** Whom a link is for; undefined for a code that never was one, was used, or has expired. */
  find(code: string): { name: string; role: Role; needsPassword: boolean } | undefined {
    const link = this.#store.find(hashOf(code), this.#isoNow());
    if (link === undefined) return undefined;
    return { name: link.name, role: link.role, needsPassword: !this.#linkIsEnough() };
  }

  /** Uses a link, once. Returns the id of the member. */
  async accept(code: string, email = '', password = ''): Promise<string> {
    if (this.find(code) === undefined) throw usedLink();
    const hasPassword = password !== '' || !this.#linkIsEnough();
    if (hasPassword) {
      if (email === '') throw new Refused(422, 'invalid', 'Enter your email.', 'email');
      checkNewPassword(password, email);
    }
    const hashed = hasPassword ? await hashPassword(password) : null;
    // From here to the end nothing waits: the link is used by one request, with all that follows.
    const link = this.#store.find(hashOf(code), this.#isoNow());
    if (link === undefined) throw usedLink();
    const existing = link.is_first === 1 ? this.#members.firstAdministrator() : undefined;
    if (hashed !== null) this.#members.checkEmail(email, existing?.id);
    if (!this.#store.use(link.hash)) throw usedLink();
    if (existing === undefined) {
      return this.#members.add({ name: link.name, email, role: link.role, password: hashed });
    }
    if (hashed !== null) this.#members.setPassword(existing.id, email, hashed);
    return existing.id;
  }

  #add(
    link: Pick<StoredLink, 'name' | 'role' | 'made_by' | 'is_first'>,
    lastsMs: number,
  ): { code: string; link: StoredLink } {
    const code = newSecret();
    const expires_at = new Date(this.#now() + lastsMs).toISOString();
    const added = { ...link, hash: hashOf(code), id: randomUUID(), expires_at };
    this.#store.add(added);
    return { code, link: added };
  }

  #inviteOf({ id, name, role, made_by, expires_at }: StoredLink): Invite {
    const by = this.#members.nameOf(made_by) ?? made_by;
    return { id, name, role, by, expiresAt: expires_at };
  }

  #isoNow(): string {
    return new Date(this.#now()).toISOString();
  }
}

/** The same for a guessed, a used and an expired link. */
export function usedLink(): Refused {
  return new Refused(
    ...([404, 'not_found'] as const),
    'This link was used, or has expired. Ask an administrator for a new one; for the link of the start, start the server again.',
  );
}
