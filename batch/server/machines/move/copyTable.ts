import { runMany } from '../../store/many.js';
import { factsIn } from '../../store/journalLines.js';
import type { Line, SqlValue, Store } from '../../store/store.js';
import { inTransaction } from '../../store/transaction.js';

/** From a data folder to a database. */
export interface Copying {
  readonly source: Store;
  readonly target: Store;
}

/** So much is written in one transaction. */
const linesAtOnce = 1_000;
const bytesAtOnce = 4_000_000;

/** The tables of a data folder. */
export function tablesOf({ db }: Store): string[] {
  return db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map(({ name }) => name as string);
}

/**
 * Copies all lines of a table, in the order in which they were added, a block at a time; yields how many were
 * copied. The target makes the numbers that it alone has.
 */
export function* copyTable({ source, target }: Copying, table: string): Generator<number> {
  const { columns, linesOf } = table === 'journal' ? journal : plain(source, table);
  const places = columns.map(() => '?').join(', ');
  const names = columns.map(quoted).join(', ');
  const insert = `INSERT INTO ${quoted(table)} (${names}) OVERRIDING SYSTEM VALUE VALUES (${places})`;
  let [block, bytes]: [SqlValue[][], number] = [[], 0];
  const write = () => {
    const written = block;
    inTransaction(target, () => {
      runMany(target.db, insert, written);
    });
    [block, bytes] = [[], 0];
    return written.length;
  };
  const found = source.db.prepare(
    `SELECT * FROM ${quoted(table)} ORDER BY ${orderOf(source, table)}`,
  );
  for (const line of found.iterate()) {
    for (const values of linesOf(line)) {
      block.push(values);
      for (const value of values) bytes += typeof value === 'string' ? value.length : 8;
      if (block.length >= linesAtOnce || bytes >= bytesAtOnce) yield write();
    }
  }
  if (block.length > 0) yield write();
}

/** After the numbers that were copied come greater ones. */
export function goOnNumbering({ source, target }: Copying, table: string): void {
  const { db } = target;
  const own = new Set(columnsOf(source, table));
  const numbered = db
    .prepare(
      `SELECT column_name FROM information_schema.columns
       WHERE table_schema = 'rwa' AND table_name = ? AND is_identity = 'YES'`,
    )
    .all(table);
  for (const { column_name: column } of numbered) {
    if (table === 'journal' || !own.has(column as string)) continue;
    db.prepare(
      `SELECT setval(pg_get_serial_sequence(?, ?), max(${quoted(column as string)})) FROM ${quoted(table)}`,
    ).get(`rwa.${quoted(table)}`, column as string);
  }
}

interface Lines {
  readonly columns: readonly string[];
  /** What becomes of a line. */
  readonly linesOf: (line: Line) => SqlValue[][];
}

function plain(source: Store, table: string): Lines {
  const columns = columnsOf(source, table);
  return { columns, linesOf: (line) => [columns.map((column) => line[column] ?? null)] };
}

/** On Postgres, each fact is a line of its own. */
const journal: Lines = {
  columns: ['owner', 'row', 'lines'],
  linesOf: ({ owner = '', lines }) =>
    factsIn(Buffer.from(lines as Uint8Array)).map(({ row, line }) => [owner, row, line]),
};

function columnsOf({ db }: Store, table: string): string[] {
  return db
    .prepare(`PRAGMA table_info(${quoted(table)})`)
    .all()
    .map(({ name }) => name as string);
}

function orderOf({ db }: Store, table: string): string {
  const key = db
    .prepare(`SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk`)
    .all(table)
    .map(({ name }) => quoted(name as string));
  const hasRowId = db.prepare('SELECT wr FROM pragma_table_list(?)').get(table)?.wr === 0;
  return hasRowId ? 'rowid' : key.join(', ');
}

function quoted(name: string): string {
  return `"${name}"`;
}
