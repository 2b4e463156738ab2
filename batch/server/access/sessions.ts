import { SessionStore } from '../store/sessionStore.js';
import type { Store } from '../store/store.js';
import { hashOf, newSecret } from './secrets.js';

const DAY_MS = 24 * 60 * 60 * 1000;
/** A session ends so long after it began … */
export const SESSION_MS = 30 * DAY_MS;
/** … and so long after it was last used. */
const IDLE_MS = 7 * DAY_MS;
/** How exactly the last use is stored: each write of it waits for the disk. */
const SEEN_EVERY_MS = 5 * 60 * 1000;

/** Who is signed in. The cookie has a secret, the store its hash. */
export class Sessions {
  readonly #store: SessionStore;
  readonly #now: () => number;

  constructor(store: Pick<Store, 'db'>, now: () => number) {
    this.#store = new SessionStore(store);
    this.#now = now;
  }

  /** Begins a session, always with a new secret, and returns that: it is never one a browser brought. */
  begin(member: string, lastsMs = SESSION_MS): string {
    const now = this.#now();
    this.#store.endExpired(isoOf(now), isoOf(now - IDLE_MS));
    const secret = newSecret();
    this.#store.add({
      ...{ hash: hashOf(secret), member, created_at: isoOf(now), last_seen_at: isoOf(now) },
      expires_at: isoOf(now + lastsMs),
    });
    return secret;
  }

  /** Whose session it is and its id; `seen` when its use is worth storing. */
  find(secret: string): { member: string; id: string; seen: boolean } | undefined {
    const found = this.#store.find(hashOf(secret));
    if (found === undefined) return undefined;
    const now = this.#now();
    const lastSeenMs = Date.parse(found.last_seen_at);
    if (now >= Date.parse(found.expires_at) || now - lastSeenMs >= IDLE_MS) return undefined;
    const seen = now - lastSeenMs >= SEEN_EVERY_MS;
    if (seen) this.#store.setSeen(found.hash, isoOf(now));
    return { member: found.member, id: found.hash, seen };
  }

  end(id: string): void {
    this.#store.end(id);
  }

  /** Ends all sessions of a member: a role or a password has changed, or somebody wants it. */
  endAllOf(member: string): void {
    this.#store.endAllOf(member);
  }

  /** The number of sessions by member. */
  counts(): Map<string, number> {
    const now = this.#now();
    this.#store.endExpired(isoOf(now), isoOf(now - IDLE_MS));
    return this.#store.counts();
  }
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString();
}
