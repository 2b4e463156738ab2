import type { Role } from '../contract/shapes.js';
import { mayPass } from '../db/errors.js';
import type { Store } from '../db/store.js';
import { MemberStore } from './memberStore.js';
import { SessionStore } from './sessionStore.js';
import { hashSecret, newSecret } from './secrets.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A session ends this long after it began. */
export const SESSION_MS = 30 * DAY_MS;
/** A session also ends this long after its last use. */
const IDLE_MS = 7 * DAY_MS;
/** The last use is not stored more often, because each write waits for the disk. */
const SEEN_EVERY_MS = 5 * 60 * 1000;

/** The member of a session or a token. */
export interface CredentialMember {
  readonly id: string;
  readonly name: string;
  readonly role: Role;
}

/** The sessions of members. The cookie has a secret; the store has its hash, which is the id of the session. */
export class Sessions {
  readonly #store: SessionStore;
  readonly #members: MemberStore;
  readonly #now: () => number;

  constructor(store: Pick<Store, 'db'>, now: () => number) {
    this.#store = new SessionStore(store);
    this.#members = new MemberStore(store);
    this.#now = now;
  }

  /** Begins a session with a new secret, and returns that: it is never one that a browser sent. */
  async begin(member: string, lastsMs = SESSION_MS): Promise<string> {
    const nowMs = this.#now();
    const secret = newSecret();
    await this.#store.add({
      hash: hashSecret(secret),
      member,
      created_at: toIso(nowMs),
      last_seen_at: toIso(nowMs),
      expires_at: toIso(nowMs + lastsMs),
    });
    await this.#members.setSeen(member, toIso(nowMs));
    return secret;
  }

  /** The member of a session that has not ended. `isUse` records when it was last used. */
  async find(id: string, isUse = false): Promise<CredentialMember | undefined> {
    const found = await this.#store.find(id);
    if (found === undefined) return undefined;
    const nowMs = this.#now();
    const lastSeenMs = Date.parse(found.last_seen_at);
    if (nowMs >= Date.parse(found.expires_at) || nowMs - lastSeenMs >= IDLE_MS) return undefined;
    if (isUse && nowMs - lastSeenMs >= SEEN_EVERY_MS) {
      await unlessUnavailable(this.#store.setSeen(id, toIso(nowMs)));
      await unlessUnavailable(this.#members.setSeen(found.id, toIso(nowMs)));
    }
    return { id: found.id, name: found.name, role: found.role };
  }

  end(id: string): Promise<void> {
    return this.#store.end(id);
  }

  /** Ends all sessions of a member: a role or a password has changed, or somebody wants it. */
  endAllOf(member: string): Promise<void> {
    return this.#store.endAllOf(member);
  }

  /** Deletes the sessions that have ended by themselves. */
  endExpired(): Promise<void> {
    const nowMs = this.#now();
    return this.#store.endExpired(toIso(nowMs), toIso(nowMs - IDLE_MS));
  }

  /** The number of sessions by member. */
  counts(): Promise<Map<string, number>> {
    const nowMs = this.#now();
    return this.#store.counts(toIso(nowMs), toIso(nowMs - IDLE_MS));
  }
}

/** Waits for a write that a request can do without: a full disk must not keep members from looking. */
export async function unlessUnavailable(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (!mayPass(error)) throw error;
  }
}

function toIso(ms: number): string {
  return new Date(ms).toISOString();
}
