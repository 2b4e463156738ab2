import { Kysely } from 'kysely';
import { createPostgresDialect, type PostgresPool } from './postgres.js';
import type { Tables } from './schema.js';
import type { Db, Store } from './store.js';

const dbByPool = new WeakMap<PostgresPool, Db>();

/**
 * The statements are not serializable and are never repeated, so each must be safe alone: its condition must check the
 * attempt or the former content of the row. They are so frequent that serializable ones would make other transactions
 * fail.
 */
export function getPlainDb({ postgres }: Pick<Store, 'postgres'>): Db {
  if (postgres === undefined) throw new Error('Only Postgres is shared by machines.');
  const { pool, timeoutMs } = postgres;
  const db =
    dbByPool.get(pool) ??
    new Kysely<Tables>({ dialect: createPostgresDialect(pool, { timeoutMs }) });
  dbByPool.set(pool, db);
  return db;
}
