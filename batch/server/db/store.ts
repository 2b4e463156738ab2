import type { Kysely } from 'kysely';
import type { PostgresPool } from './postgres.js';
import type { Tables } from './schema.js';

/** For a database, or for one of its transactions. */
export type Db = Kysely<Tables>;

export type Dialect = 'sqlite' | 'postgres';

export interface Store {
  readonly db: Db;
  readonly dialect: Dialect;
  /** The data folder, or on Postgres the folder for the temporary files of this process. */
  readonly folder: string;
  readonly postgres?: {
    /** For `getPlainDb`, `updateLocked` and pg-boss; all other statements use `db`. */
    readonly pool: PostgresPool;
    /** How long a statement may take, and how long a transaction is repeated. */
    readonly timeoutMs: number;
  };
  close(): Promise<void>;
}
