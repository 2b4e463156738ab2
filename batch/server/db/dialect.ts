import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Store } from './store.js';

type HasDialect = Pick<Store, 'dialect'>;

/** Counts from 1. Returns 0 if the text does not contain `sought`, and null if the text is null. */
export function strpos(
  { dialect }: HasDialect,
  text: Expression<string | null>,
  sought: string,
): RawBuilder<number> {
  const find = sql.raw(dialect === 'sqlite' ? 'instr' : 'strpos');
  return sql<number>`${find}(${text}, ${sought})`;
}

/** SQLite returns null if one of the values is null; Postgres ignores nulls. */
export function greatest<T>(
  { dialect }: HasDialect,
  ...values: readonly [Expression<T>, Expression<T>, ...Expression<T>[]]
): RawBuilder<T> {
  const pick = sql.raw(dialect === 'sqlite' ? 'max' : 'greatest');
  return sql<T>`${pick}(${sql.join(values)})`;
}

/** All texts are one parameter, because each parameter of a list takes time to prepare. */
export function matchesAny(
  { dialect }: HasDialect,
  column: string,
  texts: readonly string[],
): RawBuilder<SqlBool> {
  return dialect === 'sqlite'
    ? sql`${sql.ref(column)} IN (SELECT value FROM json_each(${JSON.stringify(texts)}))`
    : sql`${sql.ref(column)} = ANY(${texts})`;
}

export const nowMs = {
  sqlite: "CAST(unixepoch('subsec') * 1000 AS INTEGER)",
  postgres: 'CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)',
} as const;

/** Returns milliseconds since 1970. */
export function getDatabaseTime({ dialect }: HasDialect): RawBuilder<number> {
  return sql<number>`${sql.raw(nowMs[dialect])}`;
}

/** Makes SQLite use an index that its planner would not choose. Write this after the name of the table. */
export function indexedBy({ dialect }: HasDialect, index: string): RawBuilder<unknown> {
  return dialect === 'sqlite' ? sql`INDEXED BY ${sql.id(index)}` : sql``;
}

/** Must be the same text as in the index `journal_of_rounds`. */
export const isFactOfRound = sql<SqlBool>`lines LIKE '%"fact":"round%'`;

export const isIntent = sql<SqlBool>`lines LIKE '%"fact":"intent"%'`;
