import type { Store } from './store.js';

/** A session as it is stored: what the cookie has is only known by its hash. */
export interface StoredSession {
  readonly hash: string;
  readonly member: string;
  readonly created_at: string;
  readonly last_seen_at: string;
  readonly expires_at: string;
}

/** Who is signed in. */
export class SessionStore {
  readonly #db: Store['db'];

  constructor({ db }: Pick<Store, 'db'>) {
    this.#db = db;
  }

  add({ hash, member, created_at, last_seen_at, expires_at }: StoredSession): void {
    this.#db
      .prepare(
        `INSERT INTO session (hash, member, created_at, last_seen_at, expires_at)
         VALUES (?, ?, ?, ?, ?)`,
      )
      .run(hash, member, created_at, last_seen_at, expires_at);
  }

  find(hash: string): StoredSession | undefined {
    const row = this.#db.prepare(`SELECT * FROM session WHERE hash = ?`).get(hash);
    return row as unknown as StoredSession | undefined;
  }

  setSeen(hash: string, at: string): void {
    this.#db.prepare(`UPDATE session SET last_seen_at = ? WHERE hash = ?`).run(at, hash);
  }

  end(hash: string): void {
    this.#db.prepare(`DELETE FROM session WHERE hash = ?`).run(hash);
  }

  endAllOf(member: string): void {
    this.#db.prepare(`DELETE FROM session WHERE member = ?`).run(member);
  }

  /** Deletes what has expired, or was not used since. */
  endExpired(now: string, unusedSince: string): void {
    this.#db
      .prepare(`DELETE FROM session WHERE expires_at <= ? OR last_seen_at <= ?`)
      .run(now, unusedSince);
  }

  /** The number of sessions by member. */
  counts(): Map<string, number> {
    const rows = this.#db
      .prepare(`SELECT member, count(*) AS sessions FROM session GROUP BY member`)
      .all() as unknown as { member: string; sessions: number }[];
    return new Map(rows.map(({ member, sessions }) => [member, sessions]));
  }
}
