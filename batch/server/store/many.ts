import type { Database, Line, SqlValue } from './store.js';

/** So many values are on their way to a server at once. */
const atOnce = 1_000;

/** Does a statement for many values. On Postgres nobody waits for each of them alone. For many, in a transaction. */
export function runMany(db: Database, sql: string, rows: Iterable<readonly SqlValue[]>): void {
  if (db.runMany === undefined) {
    const statement = db.prepare(sql);
    for (const row of rows) statement.run(...row);
    return;
  }
  for (const block of blocksOf(rows)) db.runMany(sql, block);
}

/** The first line that a statement finds, for each of many values. */
export function getMany(
  db: Database,
  sql: string,
  rows: Iterable<readonly SqlValue[]>,
): (Line | undefined)[] {
  if (db.getMany === undefined) {
    const statement = db.prepare(sql);
    return Array.from(rows, (row) => statement.get(...row));
  }
  return [...blocksOf(rows)].flatMap((block) => db.getMany?.(sql, block) ?? []);
}

/** Divides what is to be done into blocks, so that not all of it is in memory twice. */
export function* blocksOf<T>(all: Iterable<T>, size = atOnce): Generator<T[]> {
  let block: T[] = [];
  for (const one of all) {
    block.push(one);
    if (block.length < size) continue;
    yield block;
    block = [];
  }
  if (block.length > 0) yield block;
}
