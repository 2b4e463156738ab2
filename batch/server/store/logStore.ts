import type { Store } from './store.js';

/** A line of the log. */
export interface StoredLogEntry {
  readonly id: number;
  readonly at: string;
  /** The id of a member, or a name. */
  readonly who: string;
  readonly action: string;
  readonly sheet: string | null;
}

/** Who did what: never the contents of rows. */
export class LogStore {
  readonly #db: Store['db'];

  constructor({ db }: Pick<Store, 'db'>) {
    this.#db = db;
  }

  add(at: string, who: string, action: string, sheet: string | undefined): void {
    this.#db
      .prepare(`INSERT INTO log (at, who, action, sheet) VALUES (?, ?, ?, ?)`)
      .run(at, who, action, sheet ?? null);
  }

  /** The newest first, those before an id. */
  before(id: number, limit: number): StoredLogEntry[] {
    return this.#db
      .prepare(`SELECT * FROM log WHERE id < ? ORDER BY id DESC LIMIT ?`)
      .all(id, limit) as unknown as StoredLogEntry[];
  }
}
