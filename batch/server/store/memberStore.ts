import type { Role } from '../api/shapes.js';
import { wordsOf } from './dialects.js';
import type { Store } from './store.js';

/** A member as it is stored. Whoever has left keeps only the name. */
export interface StoredMember {
  readonly id: string;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  /** As passwords.ts writes it; null for a member without one. */
  readonly password: string | null;
  readonly issuer: string | null;
  readonly subject: string | null;
  readonly created_at: string;
  readonly last_seen_at: string | null;
  readonly left_at: string | null;
}

/** The members of this server. */
export class MemberStore {
  readonly #db: Store['db'];
  readonly #added: string;

  constructor(store: Pick<Store, 'db' | 'dialect'>) {
    this.#db = store.db;
    this.#added = wordsOf(store).added;
  }

  /** Those who have not left, by name. */
  list(): StoredMember[] {
    return this.#all(`WHERE left_at IS NULL ORDER BY lower(name), created_at`);
  }

  /** One who has not left. */
  find(id: string): StoredMember | undefined {
    return this.#all(`WHERE id = ? AND left_at IS NULL`, id)[0];
  }

  /** What a member is called, or was. */
  nameOf(id: string): string | undefined {
    return this.#all(`WHERE id = ?`, id)[0]?.name;
  }

  /** Who signs in with this email and a password. */
  byEmail(email: string): StoredMember | undefined {
    return this.#all(
      `WHERE lower(email) = ? AND password IS NOT NULL AND left_at IS NULL`,
      // As both databases do it: only what is ASCII.
      email.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase()),
    )[0];
  }

  /** Whom the provider means: by issuer and subject, never by email. */
  bySubject(issuer: string, subject: string): StoredMember | undefined {
    return this.#all(`WHERE issuer = ? AND subject = ? AND left_at IS NULL`, issuer, subject)[0];
  }

  /** Members with all rights, the oldest first. */
  administrators(): StoredMember[] {
    return this.#all(
      `WHERE role = 'administrator' AND left_at IS NULL ORDER BY created_at, ${this.#added}`,
    );
  }

  add(member: Omit<StoredMember, 'last_seen_at' | 'left_at'>): void {
    this.#db
      .prepare(
        `INSERT INTO member (id, name, email, role, password, issuer, subject, created_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        ...[member.id, member.name, member.email, member.role, member.password],
        ...[member.issuer, member.subject, member.created_at],
      );
  }

  setRole(id: string, role: Role): void {
    this.#db.prepare(`UPDATE member SET role = ? WHERE id = ?`).run(role, id);
  }

  /** The name and email that the OpenID provider tells. */
  setNames(id: string, name: string, email: string): void {
    this.#db.prepare(`UPDATE member SET name = ?, email = ? WHERE id = ?`).run(name, email, id);
  }

  setPassword(id: string, email: string, password: string): void {
    this.#db
      .prepare(`UPDATE member SET email = ?, password = ? WHERE id = ?`)
      .run(email, password, id);
  }

  setSeen(id: string, at: string): void {
    this.#db.prepare(`UPDATE member SET last_seen_at = ? WHERE id = ?`).run(at, id);
  }

  /** Forgets all but the name, which stands beside what the member did. */
  leave(id: string, at: string): void {
    this.#db
      .prepare(
        `UPDATE member SET left_at = ?, email = '', password = NULL, issuer = NULL, subject = NULL
         WHERE id = ?`,
      )
      .run(at, id);
  }

  #all(where: string, ...values: string[]): StoredMember[] {
    const rows = this.#db.prepare(`SELECT * FROM member ${where}`).all(...values);
    return rows as unknown as StoredMember[];
  }
}
