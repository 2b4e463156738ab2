import type { Store } from './store.js';

/** A line of the log. */
export interface StoredLogEntry {
  readonly id: number;
  readonly at: string;
  /** The id of a member, or a name. */
  readonly who: string;
  readonly action: string;
  /** The id of a sheet, and its name unless it was deleted. */
  readonly sheet: string | null;
  readonly sheetName: string | null;
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
      .prepare(
        `SELECT log.*, sheet.name AS "sheetName" FROM log
           LEFT JOIN sheet ON sheet.id = log.sheet AND sheet.deleted_at IS NULL
         WHERE log.id < ? ORDER BY log.id DESC LIMIT ?`,
      )
      .all(id, limit) as unknown as StoredLogEntry[];
  }
}
