import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { RefusalError } from '../refusalError.js';
import type { MemberList, Role } from '../contract/shapes.js';
import type { LinkTable } from '../db/schema.js';
import type { Store } from '../db/store.js';
import { inTransaction } from '../db/transaction.js';
import { Members } from './members.js';
import { checkNewPassword, hashPassword, hashSecret, createSecret } from './secrets.js';

const DAY_MS = 24 * 60 * 60 * 1000;
const INVITATION_MS = 7 * DAY_MS;
const FIRST_LINK_MS = DAY_MS;

type Invite = MemberList['invitations'][number];
type StoredLink = Readonly<Selectable<LinkTable>>;

export interface LinkState {
  readonly name: string;
  readonly role: Role;
  readonly needsPassword: boolean;
}

/** One-time links: invitations, and the link that the server prints when it starts. */
export class Links {
  readonly #store: Store;
  readonly #members: Members;
  readonly #isLinkEnough: boolean;
  readonly #now: () => number;

  constructor(store: Store, isLinkEnough: boolean, now: () => number) {
    this.#store = store;
    this.#members = new Members(store, now);
    this.#isLinkEnough = isLinkEnough;
    this.#now = now;
  }

  /**
   * Creates the link that the server prints when it starts. If an administrator can sign in without a link, creates it
   * only with `isWanted`. It gives no additional access: a person who can start the server can read its folder anyway.
   */
  createFirst({ isWanted = false } = {}): Promise<string | undefined> {
    return this.#inTransaction(async (inside) => {
      await inside.#store.db
        .deleteFrom('link')
        .where((where) =>
          where.or([where('is_first', '=', 1), where('expires_at', '<=', this.#isoNow())]),
        )
        .execute();
      const isNeeded = this.#isLinkEnough || !(await inside.#members.hasAdministratorWithAccount());
      if (!isNeeded && !isWanted) return undefined;
      const name = (await inside.#members.findFirstAdministrator())?.name ?? 'Administrator';
      const link = { name, role: 'administrator', made_by: '', is_first: 1 } as const;
      return (await inside.#add(link, FIRST_LINK_MS)).code;
    });
  }

  async invite(
    madeBy: string,
    name: string,
    role: Role,
  ): Promise<{ code: string; invite: Invite }> {
    await this.#members.checkName(name);
    const invitation = { name, role, made_by: madeBy, is_first: 0 };
    const { code, link } = await this.#add(invitation, INVITATION_MS);
    const [invite] = await this.#toInvites([link]);
    if (invite === undefined) throw new Error('The invitation is missing.');
    return { code, invite };
  }

  async listInvitations(): Promise<Invite[]> {
    const found = await this.#selectValid()
      .where('is_first', '=', 0)
      .orderBy('expires_at')
      .execute();
    return this.#toInvites(found);
  }

  async withdraw(id: string): Promise<void> {
    const deleted = await this.#store.db
      .deleteFrom('link')
      .where('id', '=', id)
      .where('is_first', '=', 0)
      .returning('id')
      .executeTakeFirst();
    if (deleted !== undefined) return;
    throw new RefusalError('not_found', (t) => t(($) => $.access.endedInvitation));
  }

  async find(code: string): Promise<LinkState | undefined> {
    const link = await this.#findStored(code);
    if (link === undefined) return undefined;
    return { name: link.name, role: link.role, needsPassword: !this.#isLinkEnough };
  }

  /** Returns null for an empty password if none is needed. */
  async hashChosenPassword(email: string, password: string): Promise<string | null> {
    if (password === '' && this.#isLinkEnough) return null;
    if (email === '')
      throw new RefusalError('invalid', (t) => t(($) => $.access.noEmail), { field: 'email' });
    checkNewPassword(password, email);
    return hashPassword(password);
  }

  /** Returns the id of the member. */
  accept(
    code: string,
    { email, name }: { readonly email: string; readonly name?: string | undefined },
    passwordHash: string | null,
  ): Promise<string> {
    return this.#inTransaction(async (inside) => {
      const link = await inside.#findStored(code);
      if (link === undefined) throw createUsedLinkError();
      const members = inside.#members;
      const existing = link.is_first === 1 ? await members.findFirstAdministrator() : undefined;
      if (passwordHash !== null) await members.checkEmail(email, existing?.id);
      const used = await inside.#store.db
        .deleteFrom('link')
        .where('hash', '=', link.hash)
        .returning('hash')
        .executeTakeFirst();
      if (used === undefined) throw createUsedLinkError();
      if (existing === undefined) {
        const chosenName = name ?? link.name;
        await members.checkName(chosenName);
        return members.add({
          name: chosenName,
          email,
          role: link.role,
          password: passwordHash,
        });
      }
      if (passwordHash !== null) await members.setPassword(existing.id, email, passwordHash);
      if (name !== undefined && name !== existing.name) await members.rename(existing.id, name);
      return existing.id;
    });
  }

  async #add(
    link: Pick<StoredLink, 'name' | 'role' | 'made_by' | 'is_first'>,
    lastsMs: number,
  ): Promise<{ code: string; link: StoredLink }> {
    const code = createSecret();
    const expires_at = new Date(this.#now() + lastsMs).toISOString();
    const added = { ...link, hash: hashSecret(code), id: randomUUID(), expires_at };
    await this.#store.db.insertInto('link').values(added).execute();
    return { code, link: added };
  }

  #findStored(code: string): Promise<StoredLink | undefined> {
    return this.#selectValid().where('hash', '=', hashSecret(code)).executeTakeFirst();
  }

  #selectValid() {
    return this.#store.db.selectFrom('link').selectAll().where('expires_at', '>', this.#isoNow());
  }

  async #toInvites(links: readonly StoredLink[]): Promise<Invite[]> {
    const names = await this.#members.findNames(links.map(({ made_by }) => made_by));
    return links.map(({ id, name, role, made_by, expires_at }) => ({
      id,
      name,
      role,
      by: names.get(made_by) ?? made_by,
      expiresAt: expires_at,
    }));
  }

  #inTransaction<T>(work: (inside: Links) => Promise<T>): Promise<T> {
    return inTransaction(this.#store, (tx) => work(new Links(tx, this.#isLinkEnough, this.#now)));
  }

  #isoNow(): string {
    return new Date(this.#now()).toISOString();
  }
}

/** Guessed, used and expired links get the same refusal. */
export function createUsedLinkError(): RefusalError {
  return new RefusalError('not_found', (t) => t(($) => $.access.usedLink));
}
