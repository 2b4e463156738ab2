import type { Role } from '../api/shapes.js';
import type { Store } from './store.js';

/** A link that was given out: its code is only known by its hash. */
export interface StoredLink {
  readonly hash: string;
  readonly id: string;
  readonly name: string;
  readonly role: Role;
  readonly made_by: string;
  /** 1 for the link that is printed at the start. */
  readonly is_first: number;
  readonly expires_at: string;
}

/** Links that were not used yet. */
export class LinkStore {
  readonly #db: Store['db'];

  constructor({ db }: Pick<Store, 'db'>) {
    this.#db = db;
  }

  add({ hash, id, name, role, made_by, is_first, expires_at }: StoredLink): void {
    this.#db
      .prepare(
        `INSERT INTO link (hash, id, name, role, made_by, is_first, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(hash, id, name, role, made_by, is_first, expires_at);
  }

  find(hash: string, now: string): StoredLink | undefined {
    const row = this.#db
      .prepare(`SELECT * FROM link WHERE hash = ? AND expires_at > ?`)
      .get(hash, now);
    return row as unknown as StoredLink | undefined;
  }

  /** Invitations, without the link of the start. */
  invitations(now: string): StoredLink[] {
    return this.#db
      .prepare(`SELECT * FROM link WHERE is_first = 0 AND expires_at > ? ORDER BY expires_at`)
      .all(now) as unknown as StoredLink[];
  }

  /** Takes a link away; false if somebody else was faster. */
  use(hash: string): boolean {
    return this.#db.prepare(`DELETE FROM link WHERE hash = ?`).run(hash).changes === 1;
  }

  withdraw(id: string): boolean {
    return this.#db.prepare(`DELETE FROM link WHERE id = ? AND is_first = 0`).run(id).changes === 1;
  }

  /** Deletes the link of an earlier start, and what has expired. */
  clear(now: string): void {
    this.#db.prepare(`DELETE FROM link WHERE is_first = 1 OR expires_at <= ?`).run(now);
  }
}
