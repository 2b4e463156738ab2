import type { Store } from './store.js';

/** Failed tries of an account or an address. */
export interface StoredTries {
  readonly failures: number;
  readonly lastMs: number;
  readonly pausedUntilMs: number;
}

/** Beyond, the oldest are forgotten: an attacker with many addresses must not fill the disk. */
const mostKeys = 10_000;

/** Tries to sign in, by the hash of their account or address: a restart of the server forgets none. */
export class TryStore {
  readonly #db: Store['db'];

  constructor({ db }: Pick<Store, 'db'>) {
    this.#db = db;
  }

  find(hash: string): StoredTries | undefined {
    const found = this.#db
      .prepare('SELECT failures, last_ms, paused_until_ms FROM sign_in_try WHERE hash = ?')
      .get(hash);
    if (found === undefined) return undefined;
    return {
      failures: found.failures as number,
      lastMs: found.last_ms as number,
      pausedUntilMs: found.paused_until_ms as number,
    };
  }

  set(hash: string, { failures, lastMs, pausedUntilMs }: StoredTries): void {
    this.#db
      .prepare(
        `INSERT OR REPLACE INTO sign_in_try (hash, failures, last_ms, paused_until_ms)
         VALUES (?, ?, ?, ?)`,
      )
      .run(hash, failures, lastMs, pausedUntilMs);
  }

  delete(hash: string): void {
    this.#db.prepare('DELETE FROM sign_in_try WHERE hash = ?').run(hash);
  }

  /** Deletes those before this time, and the oldest of too many. */
  deleteOld(beforeMs: number): void {
    this.#db
      .prepare(
        `DELETE FROM sign_in_try WHERE last_ms < ? OR hash IN (
           SELECT hash FROM sign_in_try ORDER BY last_ms DESC LIMIT -1 OFFSET ${mostKeys}
         )`,
      )
      .run(beforeMs);
  }
}
