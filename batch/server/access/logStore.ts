import type { Selectable } from 'kysely';
import type { LogTable } from '../db/schema.js';
import type { Db, Store } from '../db/store.js';

/** An entry of the log. `who` is the id of a member, or a name. `sheetName` is null if there is no sheet now. */
export type StoredLogEntry = Readonly<Selectable<LogTable> & { sheetName: string | null }>;

/** A new entry for the log. It must not contain the contents of rows. */
export interface LogEntry {
  /** ISO 8601. */
  readonly at: string;
  /** A name, or the id of a member. */
  readonly who: string;
  /** The action in the past tense, such as "started a run", or a sentence about the server. */
  readonly action: string;
  readonly sheet?: string | undefined;
}

/** Creates an entry for a caller. Add it in the transaction of the action, so that a kill cannot lose one of them. */
export function createLogEntry(
  { now }: { readonly now: () => number },
  { name }: { readonly name: string },
  action: string,
  sheet?: string,
): LogEntry {
  return { at: new Date(now()).toISOString(), who: name, action, sheet };
}

/** The log of what people and the server have done. */
export class LogStore {
  readonly #db: Db;

  constructor({ db }: Pick<Store, 'db'>) {
    this.#db = db;
  }

  async add({ at, who, action, sheet }: LogEntry): Promise<void> {
    await this.#db
      .insertInto('log')
      .values({ at, who, action, sheet: sheet ?? null })
      .execute();
  }

  /** Returns the entries before an id, the newest first. */
  before(id: number, limit: number): Promise<StoredLogEntry[]> {
    return this.#db
      .selectFrom('log')
      .leftJoin('sheet', (join) =>
        join.onRef('sheet.id', '=', 'log.sheet').on('sheet.deleted_at', 'is', null),
      )
      .selectAll('log')
      .select('sheet.name as sheetName')
      .where('log.id', '<', id)
      .orderBy('log.id', 'desc')
      .limit(limit)
      .execute();
  }
}
