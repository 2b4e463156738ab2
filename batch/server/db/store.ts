import type { Kysely } from 'kysely';
import type { PostgresPool } from './postgres.js';
import type { Tables } from './schema.js';

/** Sends queries to a database, or to one of its transactions. */
export type Db = Kysely<Tables>;

export type Dialect = 'sqlite' | 'postgres';

export interface Store {
  readonly db: Db;
  readonly dialect: Dialect;
  /** The data folder, or on Postgres the folder for the temporary files of this process. */
  readonly folder: string;
  readonly postgres?: {
    /** Only `getPlainDb`, `updateLocked` and pg-boss use the pool; all other statements use `db`. */
    readonly pool: PostgresPool;
    /** The time limit of a statement. A transaction is repeated for the same time. */
    readonly timeoutMs: number;
  };
  close(): Promise<void>;
}
