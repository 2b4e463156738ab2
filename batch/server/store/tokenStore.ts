import type { Role } from '../api/shapes.js';
import type { Store } from './store.js';

/** A personal access token: its secret is only known by its hash. */
export interface StoredToken {
  readonly hash: string;
  readonly id: string;
  readonly member: string;
  readonly name: string;
  readonly role: Role;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly expires_at: string;
}

/** Personal access tokens. */
export class TokenStore {
  readonly #db: Store['db'];

  constructor({ db }: Pick<Store, 'db'>) {
    this.#db = db;
  }

  add({ hash, id, member, name, role, created_at, expires_at }: StoredToken): void {
    this.#db
      .prepare(
        `INSERT INTO token (hash, id, member, name, role, created_at, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(hash, id, member, name, role, created_at, expires_at);
  }

  find(hash: string, now: string): StoredToken | undefined {
    const row = this.#db
      .prepare(`SELECT * FROM token WHERE hash = ? AND expires_at > ?`)
      .get(hash, now);
    return row as unknown as StoredToken | undefined;
  }

  listOf(member: string, now: string): StoredToken[] {
    return this.#db
      .prepare(`SELECT * FROM token WHERE member = ? AND expires_at > ? ORDER BY created_at`)
      .all(member, now) as unknown as StoredToken[];
  }

  setUsed(hash: string, at: string): void {
    this.#db.prepare(`UPDATE token SET last_used_at = ? WHERE hash = ?`).run(at, hash);
  }

  /** Deletes one of this member; false if it is not theirs. */
  delete(id: string, member: string): boolean {
    return (
      this.#db.prepare(`DELETE FROM token WHERE id = ? AND member = ?`).run(id, member).changes ===
      1
    );
  }

  deleteAllOf(member: string): void {
    this.#db.prepare(`DELETE FROM token WHERE member = ?`).run(member);
  }

  deleteExpired(now: string): void {
    this.#db.prepare(`DELETE FROM token WHERE expires_at <= ?`).run(now);
  }
}
