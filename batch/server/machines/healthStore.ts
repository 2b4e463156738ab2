import type { Store } from '../store/store.js';
import { type Found, SharedDatabase } from './sharedDatabase.js';

/** Asks for what health and metrics tell. Rejects while the database is away. */
export type HealthAsk = (sql: string) => Promise<readonly Found[]>;

/** What health and metrics are asked of. */
export interface HealthStore {
  readonly ask: HealthAsk;
  close(): Promise<void>;
}

/** For a connection and for an answer: within twice this time, whoever watches over the process knows. */
const limitMs = 1_200;

/**
 * What health and metrics are asked of: the store in a data folder, or a connection of its own to a database that
 * many share. Nobody waits for that within a turn of the event loop, or a process would seem dead while it is away.
 */
export function healthStoreOf({ db }: Store, database: string | undefined): HealthStore {
  if (database !== undefined) return new SharedDatabase(database, 1, limitMs);
  return {
    ask: (sql) => Promise.resolve(db.prepare(sql).all()),
    close: () => Promise.resolve(),
  };
}
