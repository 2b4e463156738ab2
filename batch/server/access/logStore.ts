import type { Selectable } from 'kysely';
import type { LogTable } from '../db/schema.js';
import type { Db, Store } from '../db/store.js';
import type { MemberAction, ServerAction } from './logActions.js';

/** `who` is null for the server, and `sheetName` is null for a deleted sheet. */
export type StoredLogEntry = Readonly<Selectable<LogTable> & { sheetName: string | null }>;

export interface LogEntry {
  /** ISO 8601 */
  readonly at: string;
  /** A name, or the id of a member. */
  readonly who: string;
  readonly action: MemberAction;
  readonly sheet?: string | undefined;
}

export interface ServerEntry extends Omit<LogEntry, 'who' | 'action'> {
  readonly action: ServerAction;
}

/** Add the entry in the transaction of the action, so that a crash loses both or neither. */
export function createLogEntry(
  { now }: { readonly now: () => number },
  { name }: { readonly name: string },
  action: MemberAction,
  sheet?: string,
): LogEntry {
  return { at: new Date(now()).toISOString(), who: name, action, sheet };
}

export class LogStore {
  readonly #db: Db;

  constructor({ db }: Pick<Store, 'db'>) {
    this.#db = db;
  }

  async add(entry: LogEntry | ServerEntry): Promise<void> {
    const { at, action, sheet } = entry;
    await this.#db
      .insertInto('log')
      .values({
        at,
        who: 'who' in entry ? entry.who : null,
        action: JSON.stringify(action),
        sheet: sheet ?? null,
      })
      .execute();
  }

  listBefore(id: number, limit: number): Promise<StoredLogEntry[]> {
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
