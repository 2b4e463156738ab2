import { CompiledQuery, type Insertable } from 'kysely';
import type { Tables } from './schema.js';
import type { Dialect, Store } from './store.js';

type TableName = keyof Tables;

/** All rows of a call have the same columns. */
type Incoming<Table extends TableName> = {
  readonly [Column in keyof Insertable<Tables[Table]>]?:
    | Insertable<Tables[Table]>[Column]
    | null
    | undefined;
};

/** Larger blocks are not faster. On SQLite, each block size needs its own prepared statement. */
const rowsPerStatement: Readonly<Record<Dialect, number>> = { sqlite: 100, postgres: 1_000 };

/**
 * The statement reads the rows as the table `incoming`; on Postgres, its columns have the types of `table`. The
 * statement must be a constant text, because it is prepared: put values into the rows. The results of a SELECT have no
 * order.
 */
export async function forManyRows<Table extends TableName, Found = object>(
  { db, dialect }: Store,
  table: Table,
  rows: Iterable<Incoming<Table>>,
  statement: string | ((columns: string) => string),
): Promise<Found[]> {
  const found: Found[] = [];
  const size = rowsPerStatement[dialect];
  for (const block of splitIntoBlocks(rows, size)) {
    const columns = Object.keys(block[0] ?? {});
    const names = columns.map((column) => `"${column}"`).join(', ');
    const text = typeof statement === 'string' ? statement : statement(names);
    const run = async (part: readonly object[]) => {
      const [incoming, values] =
        dialect === 'sqlite'
          ? createValues(columns, part)
          : [createJsonQuery(table, names), [toJson(part)]];
      const whole = `WITH incoming (${names}) AS (${incoming}) ${text}`;
      // On SQLite, a statement that begins with WITH would wait for the transactions of this process.
      const isReading = text.startsWith('SELECT');
      const query = isReading ? `SELECT * FROM (${whole}) AS found` : whole;
      found.push(...(await db.executeQuery<Found>(CompiledQuery.raw(query, values))).rows);
    };
    if (dialect === 'postgres' || block.length === size) await run(block);
    else for (const row of block) await run([row]);
  }
  return found;
}

/** With a `key`, a row replaces earlier rows with the same key, also rows of the same call. */
export async function insertMany<Table extends TableName>(
  store: Store,
  table: Table,
  rows: Iterable<Insertable<Tables[Table]>>,
  key?: readonly (keyof Insertable<Tables[Table]> & string)[],
): Promise<void> {
  for (const block of splitIntoBlocks(rows)) {
    const unique = key === undefined ? block : keepLastByKey(block, key);
    await forManyRows<Table>(store, table, unique, (columns) => {
      const conflict = key === undefined ? '' : toConflictClause(columns, key);
      return `INSERT INTO "${table}" (${columns}) SELECT ${columns} FROM incoming WHERE TRUE ${conflict}`;
    });
  }
}

/** Postgres refuses to replace a row twice in one statement. */
function keepLastByKey<Row>(rows: readonly Row[], key: readonly (keyof Row)[]): Iterable<Row> {
  const toKey = (row: Row) => JSON.stringify(key.map((column) => row[column]));
  return new Map(rows.map((row) => [toKey(row), row])).values();
}

/** The names in `columns` must be quoted, those in `key` not. */
export function toConflictClause(columns: string, key: readonly string[]): string {
  const keys = key.map((column) => `"${column}"`);
  const set = columns
    .split(', ')
    .filter((column) => !keys.includes(column))
    .map((column) => `${column} = excluded.${column}`);
  const action = set.length === 0 ? 'NOTHING' : `UPDATE SET ${set.join(', ')}`;
  return `ON CONFLICT (${keys.join(', ')}) DO ${action}`;
}

function createValues(
  columns: readonly string[],
  rows: readonly object[],
): [text: string, values: unknown[]] {
  const row = `(${columns.map(() => '?').join(', ')})`;
  const values = rows.flatMap((values) => {
    const byName = new Map<string, unknown>(Object.entries(values));
    return columns.map((column) => byName.get(column) ?? null);
  });
  return [`VALUES ${rows.map(() => row).join(', ')}`, values];
}

/** Postgres is slow to parse a statement with many parameters. */
function createJsonQuery(table: string, names: string): string {
  return `SELECT ${names} FROM json_populate_recordset(NULL::"${table}", $1::json)`;
}

/** Replaces NUL and halves of surrogate pairs, which JSON in Postgres cannot contain. */
export function toJson(rows: readonly object[]): string {
  return JSON.stringify(rows, (_, value: unknown) =>
    typeof value === 'string' ? value.toWellFormed().replaceAll('\0', '\uFFFD') : value,
  );
}

/** With up to 32 columns, a block has fewer values than the 32,766 variables that a statement of SQLite may have. */
const defaultSize = 1_000;

export function* splitIntoBlocks<T>(all: Iterable<T>, size = defaultSize): Generator<T[]> {
  let block: T[] = [];
  for (const value of all) {
    block.push(value);
    if (block.length < size) continue;
    yield block;
    block = [];
  }
  if (block.length > 0) yield block;
}
