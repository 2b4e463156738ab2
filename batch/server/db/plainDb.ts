import { Kysely } from 'kysely';
import { postgresDialect, type PostgresPool } from './postgres.js';
import type { Tables } from './schema.js';
import type { Db, Store } from './store.js';

const known = new WeakMap<PostgresPool, Db>();

/**
 * Returns the connections of a store for statements that are sent once and are not serializable. Each such statement must
 * be safe alone: its condition contains the fence of the row, or its former content. These statements are so frequent that
 * serializable ones would make other transactions fail.
 */
export function getPlainDb({ postgres }: Pick<Store, 'postgres'>): Db {
  if (postgres === undefined) throw new Error('Only Postgres is shared by machines.');
  const { pool, timeoutMs } = postgres;
  const db =
    known.get(pool) ?? new Kysely<Tables>({ dialect: postgresDialect(pool, { timeoutMs }) });
  known.set(pool, db);
  return db;
}
