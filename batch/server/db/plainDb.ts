import { Kysely } from 'kysely';
import { postgresDialect, type PostgresPool } from './postgres.js';
import type { Tables } from './schema.js';
import type { Db, Store } from './store.js';

const known = new WeakMap<PostgresPool, Db>();

/**
 * Returns the connections of a store for statements that are sent once and are not serializable. Each is safe alone,
 * because its condition names the row with its fence or its former content. They are so frequent that serializable ones
 * would make other transactions fail.
 */
export function plainDb({ postgres }: Pick<Store, 'postgres'>): Db {
  if (postgres === undefined) throw new Error('Only Postgres is shared by machines.');
  const { pool, timeoutMs } = postgres;
  const db =
    known.get(pool) ?? new Kysely<Tables>({ dialect: postgresDialect(pool, { timeoutMs }) });
  known.set(pool, db);
  return db;
}
