import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Store } from './store.js';

type OfStore = Pick<Store, 'dialect'>;

/** The position of a text in another one, from 1; 0 if it is not there. */
export function placeIn(
  { dialect }: OfStore,
  text: Expression<string | null>,
  sought: string,
): RawBuilder<number> {
  const find = sql.raw(dialect === 'sqlite' ? 'instr' : 'strpos');
  return sql<number>`${find}(${text}, ${sought})`;
}

/** The greatest of several values. SQLite returns null if one of them is null; Postgres ignores those. */
export function greatest<T>(
  { dialect }: OfStore,
  ...values: readonly [Expression<T>, Expression<T>, ...Expression<T>[]]
): RawBuilder<T> {
  const pick = sql.raw(dialect === 'sqlite' ? 'max' : 'greatest');
  return sql<T>`${pick}(${sql.join(values)})`;
}

/** The time of the database, ms since 1970. */
export const nowMs = {
  sqlite: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  postgres: 'CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)',
} as const;

/** The time of the database as part of a query, ms since 1970. */
export function nowOfDatabase({ dialect }: OfStore): RawBuilder<number> {
  return sql<number>`${sql.raw(nowMs[dialect])}`;
}

/** Follows a table, where the planner of SQLite would choose a slower index. Postgres chooses for itself. */
export function indexedBy({ dialect }: OfStore, index: string): RawBuilder<unknown> {
  return dialect === 'sqlite' ? sql`INDEXED BY ${sql.id(index)}` : sql``;
}

/** The condition of the index `journal_of_rounds`: a fact of a round. Indexes need it word for word. */
export const isFactOfRound = sql<SqlBool>`lines LIKE '%"fact":"round%'`;

/** The condition for a fact that a request is about to be sent. */
export const isIntent = sql<SqlBool>`lines LIKE '%"fact":"intent"%'`;
