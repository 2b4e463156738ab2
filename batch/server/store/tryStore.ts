import { replacing } from './dialects.js';
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
      .prepare(replacing('sign_in_try', 'hash', ['hash', 'failures', 'last_ms', 'paused_until_ms']))
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
           SELECT hash FROM sign_in_try ORDER BY last_ms DESC LIMIT 1000000000 OFFSET ${mostKeys}
         )`,
      )
      .run(beforeMs);
  }
}
