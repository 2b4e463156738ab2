import type { Language } from '../contract/languages.js';
import type { Role } from '../contract/shapes.js';
import { canRetry } from '../db/errors.js';
import type { Db, Store } from '../db/store.js';
import { hashSecret, createSecret } from './secrets.js';

const DAY_MS = 24 * 60 * 60 * 1000;
export const SESSION_MS = 30 * DAY_MS;
const IDLE_MS = 7 * DAY_MS;
/** Limits the writes, because each one waits for the disk. */
const SEEN_EVERY_MS = 5 * 60 * 1000;

export interface CredentialMember {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly language: Language | null;
}

/** The id of a session is the hash of the secret in the cookie. */
export class Sessions {
  readonly #db: Db;
  readonly #now: () => number;

  constructor({ db }: Pick<Store, 'db'>, now: () => number) {
    this.#db = db;
    this.#now = now;
  }

  /** The secret is always new, never one that a browser sent. */
  async begin(member: string, lastsMs = SESSION_MS): Promise<string> {
    const nowMs = this.#now();
    const secret = createSecret();
    const hash = hashSecret(secret);
    const at = toIso(nowMs);
    await this.#db
      .insertInto('session')
      .values({ hash, member, last_seen_at: at, expires_at: toIso(nowMs + lastsMs) })
      .execute();
    await this.#setMemberSeen(member, at);
    return secret;
  }

  async find(id: string, isUse = false): Promise<CredentialMember | undefined> {
    const found = await this.#db
      .selectFrom('session')
      .innerJoin('member', 'member.id', 'session.member')
      .select(['session.last_seen_at', 'expires_at', 'member.id', 'name', 'role', 'language'])
      .where('session.hash', '=', id)
      .where('member.left_at', 'is', null)
      .executeTakeFirst();
    if (found === undefined) return undefined;
    const nowMs = this.#now();
    const lastSeenMs = Date.parse(found.last_seen_at);
    if (nowMs >= Date.parse(found.expires_at) || nowMs - lastSeenMs >= IDLE_MS) return undefined;
    if (isUse && nowMs - lastSeenMs >= SEEN_EVERY_MS) {
      await ignoreUnavailable(this.setSeen(id, toIso(nowMs)));
      await ignoreUnavailable(this.#setMemberSeen(found.id, toIso(nowMs)));
    }
    const { name, role, language } = found;
    return { id: found.id, name, role, language };
  }

  async setSeen(id: string, at: string): Promise<void> {
    await this.#db
      .updateTable('session')
      .set({ last_seen_at: at })
      .where('hash', '=', id)
      .execute();
  }

  async end(id: string): Promise<void> {
    await this.#db.deleteFrom('session').where('hash', '=', id).execute();
  }

  async endAll(member: string): Promise<void> {
    await this.#db.deleteFrom('session').where('member', '=', member).execute();
  }

  async endExpired(): Promise<void> {
    const { now, unusedSince } = this.#limits();
    await this.#db
      .deleteFrom('session')
      .where((where) =>
        where.or([where('expires_at', '<=', now), where('last_seen_at', '<=', unusedSince)]),
      )
      .execute();
  }

  async countByMember(): Promise<Map<string, number>> {
    const { now, unusedSince } = this.#limits();
    const found = await this.#db
      .selectFrom('session')
      .select(({ fn }) => ['member', fn.countAll<number>().as('sessions')])
      .where('expires_at', '>', now)
      .where('last_seen_at', '>', unusedSince)
      .groupBy('member')
      .execute();
    return new Map(found.map(({ member, sessions }) => [member, sessions]));
  }

  async #setMemberSeen(member: string, at: string): Promise<void> {
    await this.#db
      .updateTable('member')
      .set({ last_seen_at: at })
      .where('id', '=', member)
      .execute();
  }

  #limits(): { readonly now: string; readonly unusedSince: string } {
    const nowMs = this.#now();
    return { now: toIso(nowMs), unusedSince: toIso(nowMs - IDLE_MS) };
  }
}

/** Ignores an unavailable, busy or full database, so that members can still read data. */
export async function ignoreUnavailable(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!canRetry(error)) throw error;
  }
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
